/**
 * What every route of every service has in common against the world, made from the routes' own descriptions: a new route is attacked without a line here.
 *
 * | Attack                                                  | Proven by                                                                                    |
 * | ------------------------------------------------------- | -------------------------------------------------------------------------------------------- |
 * | telling a known address from an unknown one             | identity: sign-in.test, resend-confirmation.test (answers, counted work, and a rough time)   |
 * | guessing passwords; locking the owner out               | identity: slow-guessing.test, throttle.test                                                  |
 * | session fixation                                        | identity: sign-in.test, confirm-email.test; gateway: session-cookie.test                     |
 * | another site's form (CSRF)                              | here, through the gateway; gateway: refuse-foreign-origin.test                               |
 * | open redirect                                           | here (fields); web-kit: access.test; shell: door.test (three pages); identity: sign-up.test  |
 * | a role that the client sends; mass assignment           | here; in headers: gateway: forward-to-service.test                                           |
 * | operators, arrays, prototypes in a field                | here, over HTTP, field by field                                                              |
 * | a forged token: other key, expired, other audience      | here, route by route; service-kit: token.test                                                |
 * | a hundred sign-ups with one address                     | identity: sign-up.test, create-user.test                                                     |
 * | signing up first with somebody else's address           | identity: confirm-email.test, sign-up.test, create-user.test; e2e: sign-up.ts                |
 * | somebody else's thing                                   | e2e: access.test, the route table                                                            |
 * | a webhook that is not the provider's                    | payouts: the webhook matrix                                                                  |
 */
import { createPublicKey, randomBytes } from 'node:crypto'
import {
  type Access,
  createLog,
  inProcessBus,
  makeSessionKeys,
  mintToken,
  PrivateKey,
  type Route,
  startService,
} from '@reelfair/service-kit'
import { startService as startTestService, type TestApp } from '@reelfair/testkit'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { outsideEnv } from './outside.ts'
import { gateway, services } from './services.ts'

const ORIGIN = 'http://localhost:4300'
const NOBODY = 'http://127.0.0.1:9'
const GATEWAY_SECRET = randomBytes(32).toString('base64url')
const keys = makeSessionKeys()
const privateKey = PrivateKey.parse(keys.privateKey)

const log = createLog('test', 'silent')
const bus = inProcessBus({ log })
/** Nobody is behind it: what reaches a service is answered 503. */
const edge = await startService(gateway, {
  bus,
  log,
  env: {
    PUBLIC_ORIGIN: ORIGIN,
    SESSION_PUBLIC_KEY: keys.publicKey,
    GATEWAY_SECRET,
    ...Object.fromEntries(services.map(({ name }) => [`${name.toUpperCase()}_URL`, NOBODY])),
    ...Object.fromEntries(['SHELL_APP', 'REMOTE_CREATOR', 'REMOTE_BRAND', 'REMOTE_ADMIN'].map((name) => [name, import.meta.dirname])),
  },
})
afterAll(async () => {
  await edge.stop()
  await bus.close()
})

const webhookSecret = () => `whsec_${randomBytes(24).toString('hex')}`
/** Neither Stripe nor a workflow nor a mail server: no attack gets so far. */
const outside = {
  url: NOBODY,
  origins: [NOBODY],
  smtpUrl: 'smtp://127.0.0.1:9',
  stripe: { secretKey: 'sk_test_nobody', webhookSecrets: { platform: webhookSecret(), connect: webhookSecret(), thin: webhookSecret() } },
  social: { url: NOBODY, token: webhookSecret(), callbackSecret: webhookSecret() },
}
const apps = new Map<string, TestApp>()
for (const service of services) {
  const env = { ...outsideEnv(outside, service.name, ORIGIN), SESSION_PRIVATE_KEY: keys.privateKey, SESSION_PUBLIC_KEY: keys.publicKey }
  apps.set(service.name, await startTestService(service, { workers: false, env: { ...env, GATEWAY_SECRET } }))
}

interface Target {
  /** For the name of a test. */
  readonly name: string
  readonly service: string
  readonly method: string
  readonly path: string
  readonly role: Access
  readonly shape: Readonly<Record<string, z.ZodType>>
  /** Its body is a file, which has no fields. */
  readonly takesFile: boolean
}

/** The object that a schema takes; some are refined or transformed afterwards. */
const objectOf = (schema: z.ZodType | undefined): z.ZodObject | undefined =>
  schema instanceof z.ZodObject ? schema : schema instanceof z.ZodPipe ? objectOf(schema.in as z.ZodType) : undefined

const targetOf = (service: string, { method, path, options }: Route): Target => ({
  name: `${method.toUpperCase()} /${service}${path}`,
  service,
  method: method.toUpperCase(),
  path,
  // Any one of several that may.
  role: [options.role].flat()[0] ?? expect.unreachable(),
  shape: (objectOf(options.input as z.ZodType | undefined)?.shape ?? {}) as Record<string, z.ZodType>,
  takesFile: options.upload !== undefined,
})

/** All but the webhooks, which a signature guards. */
const routes = services.flatMap(({ name, routes: own = [] }) =>
  own.filter(({ options }) => !options.raw).map((route) => targetOf(name, route)),
)
/** What a browser may call. */
const unsafe = routes.filter(({ method, role }) => method !== 'GET' && role !== 'gateway')
const inQuery = ({ method }: Target) => method === 'GET' || method === 'DELETE'
const inPath = ({ path }: Target, field: string) => path.split('/').includes(`:${field}`)

let count = 0
/** Whoever may call a route, each time somebody else, from elsewhere: limits are not what is tried here. */
async function rightful({ role }: Target): Promise<Record<string, string>> {
  const from = { 'x-forwarded-for': `2001:db8:${(++count).toString(16)}::1` }
  if (role === 'visitor') return from
  if (role === 'gateway') return { ...from, 'x-gateway-secret': GATEWAY_SECRET }
  const who = { sub: crypto.randomUUID(), sid: crypto.randomUUID(), role: roleOf(role), complete: true }
  return { ...from, authorization: `Bearer ${await mintToken(who, privateKey)}` }
}
const roleOf = (role: Access) =>
  role === 'user' ? 'creator' : role === 'any-brand' ? 'brand' : role === 'visitor' || role === 'gateway' ? 'creator' : role

interface Problem {
  readonly code?: string
  readonly fields?: readonly { readonly path: string }[]
}

/** @param sent JSON as it goes over the wire; for GET and DELETE the query */
async function ask(target: Target, headers: Record<string, string>, sent = '', path = target.path) {
  const address = `${apps.get(target.service)?.url}${path.replaceAll(/:\w+/g, crypto.randomUUID())}`
  const answer = inQuery(target)
    ? await fetch(sent ? `${address}?${sent}` : address, { method: target.method, headers })
    : await fetch(address, { method: target.method, headers: { ...headers, 'content-type': 'application/json' }, body: sent || '{}' })
  const text = await answer.text()
  const problem = (answer.status >= 400 ? JSON.parse(text) : {}) as Problem
  return { status: answer.status, code: problem.code, faulty: problem.fields?.map((field) => field.path) ?? [] }
}

async function rowsOfAll(): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const [name, app] of apps) {
    const { connection } = app.context()
    for (const { name: collection } of await connection.listCollections()) {
      rows[`${name}.${collection}`] = await connection.collection(collection).countDocuments()
    }
  }
  return rows
}
const before = await rowsOfAll()

const hostile: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
  ['a sister of our host', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:4300' }],
  ['an old browser elsewhere', { origin: 'http://localhost:4300.evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['nobody knows where', {}],
]

describe.each(unsafe)('$name', ({ service, method, path, takesFile }) => {
  const throughTheGateway = async (headers: Record<string, string>) => {
    const address = `${edge.url}/api/${service}${path.replaceAll(/:\w+/g, crypto.randomUUID())}`
    const type = takesFile ? 'image/png' : 'application/json'
    const answer = await fetch(address, { method, headers: { 'content-type': type, ...headers }, body: '{}' })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  test.each(hostile)('is refused to %s', async (_who, headers) => {
    expect(await throughTheGateway(headers)).toEqual([403, 'foreign_origin'])
  })
  test('is passed on for a page of ours', async () => {
    expect(await throughTheGateway({ 'sec-fetch-site': 'same-origin', origin: ORIGIN })).toEqual([503, 'unavailable'])
  })
})

const fields = routes.flatMap((target) => Object.keys(target.shape).map((field) => ({ ...target, field })))

/** As they arrive, so that also a key is tried that no object of ours could be written with. */
const OPERATORS = [
  '{"$ne":null}',
  '{"$gt":""}',
  '{"$where":"sleep(9999)"}',
  '{"$regex":"."}',
  '[{"$ne":null}]',
  '["a","b"]',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"toString":"x","length":6}',
]

test.each(fields)('$name takes no operator, array or prototype in $field', async ({ field, ...target }) => {
  for (const operator of OPERATORS) {
    const headers = await rightful(target)
    if (inPath(target, field)) {
      const { status } = await ask(target, headers, '', target.path.replace(`:${field}`, encodeURIComponent(operator)))
      expect([400, 404]).toContain(status)
      continue
    }
    const value = JSON.parse(operator) as object
    const [operation = '0'] = Object.keys(value)
    const sent = inQuery(target) ? `${field}[${operation}]=1&${field}=a&${field}=b` : `{"${field}":${operator}}`
    const { status, faulty } = await ask(target, headers, sent)
    expect(status).toBe(400)
    expect(faulty.some((path) => path.split('.')[0] === field)).toBe(true)
  }
})

/** What somebody might wish to be, or to own. */
const WISHES = [
  'role',
  'id',
  'userId',
  'brandId',
  'version',
  'passwordHash',
  'confirmedAt',
  'complete',
  'payable',
  '$set',
  '__proto__',
  'constructor',
]

test.each(routes.filter(({ takesFile }) => !takesFile))('$name takes no field that it does not name', async (target) => {
  const wishes = WISHES.filter((wish) => !Object.hasOwn(target.shape, wish))
  const sent = inQuery(target)
    ? wishes.map((wish) => `${encodeURIComponent(wish)}=admin`).join('&')
    : `{${wishes.map((wish) => `"${wish}":"admin"`).join()}}`
  const { status, faulty } = await ask(target, await rightful(target), sent)
  expect(status).toBe(400)
  expect(faulty).toEqual(expect.arrayContaining(wishes))
})

test('no route lets anybody say that they are an administrator', () => {
  const roles = routes.filter(({ shape }) => 'role' in shape)
  expect(roles.length).toBeGreaterThan(0)
  for (const { shape } of roles) expect(shape.role?.safeParse('admin').success).toBe(false)
})

const ELSEWHERE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/%2e%2E//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /x',
]

test('no route takes a way to go on that leads to another site', () => {
  const ways = fields.filter(({ field }) => /redirect|next|return|goto|continue/i.test(field))
  expect(ways.map(({ service, path, field }) => `${service}${path} ${field}`)).toContain('identity/users redirect')
  for (const { field, shape } of ways) {
    for (const way of ELSEWHERE) expect([way, shape[field]?.safeParse(way).success]).toEqual([way, false])
    expect(shape[field]?.safeParse('/brand-dashboard?tab=active').success).toBe(true)
  }
})

const claims = { sub: crypto.randomUUID(), sid: crypto.randomUUID(), role: 'admin', complete: true } as const
const now = () => Math.floor(Date.now() / 1_000)
const signed = (audience: string, issuer: string, at = now(), seconds = 20) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(at + seconds)

async function forgedTokens(): Promise<[string, string][]> {
  const good = await mintToken(claims, privateKey, new Date())
  const [head = '', body = '', signature = ''] = good.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const pem = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: keys.publicKey } }).export({
    format: 'pem',
    type: 'spki',
  })
  return [
    ['signed with another key', await mintToken(claims, PrivateKey.parse(makeSessionKeys().privateKey), new Date())],
    ['expired', await mintToken(claims, privateKey, new Date(Date.now() - 60_000))],
    ['for another audience', await signed('somebody-else', 'reelfair').sign(privateKey)],
    ['by another issuer', await signed('reelfair-services', 'somebody-else').sign(privateKey)],
    ['that lives too long', await signed('reelfair-services', 'reelfair', now(), 86_400).sign(privateKey)],
    ['without a signature', `${part({ alg: 'none' })}.${body}.`],
    [
      'signed with the public key as a secret',
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('reelfair')
        .setAudience('reelfair-services')
        .setIssuedAt(now())
        .setExpirationTime(now() + 20)
        .sign(Buffer.from(pem)),
    ],
    ['changed after it was signed', `${head}.${part({ ...payload, sub: crypto.randomUUID() })}.${signature}`],
    ['that is none', 'admin'],
  ]
}
const forged = await forgedTokens()

test('the tokens above are wrong in what they are called by alone', async () => {
  const me = { name: '', method: 'GET', service: 'metrics', path: '/readings/latest', role: 'user', shape: {}, takesFile: false } as const
  const right = await signed('reelfair-services', 'reelfair').sign(privateKey)
  expect((await ask(me, { authorization: `Bearer ${right}` })).status).toBe(200)
})

const guarded = routes.filter(({ role }) => role !== 'visitor' && role !== 'gateway')
test.each(guarded)('$name is shut to every forged token', async (target) => {
  for (const [what, token] of forged) {
    const { status, code } = await ask(target, { authorization: `Bearer ${token}`, 'x-role': 'admin', 'x-user-id': claims.sub })
    expect([what, status, code]).toEqual([what, 401, 'not_signed_in'])
  }
})

test('what is the gateway’s alone is not there for an administrator, nor for a guessed secret', async () => {
  const theirs = routes.filter(({ role }) => role === 'gateway')
  expect(theirs.length).toBeGreaterThan(0)
  for (const target of theirs) {
    const authorization = `Bearer ${await mintToken(claims, privateKey, new Date())}`
    expect((await ask(target, { authorization })).code).toBe('not_found')
    expect((await ask(target, { 'x-gateway-secret': `${GATEWAY_SECRET}x` })).code).toBe('not_found')
  }
})

test('none of all this left a row anywhere', async () => {
  expect(Object.keys(before).length).toBeGreaterThan(20)
  expect(await rowsOfAll()).toEqual(before)
})
