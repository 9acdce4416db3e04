/**
 * Attacks every route of every service. The tests are generated from the route definitions, so they cover new routes.
 *
 * | Attack                                                  | Tested by                                                                                    |
 * | ------------------------------------------------------- | -------------------------------------------------------------------------------------------- |
 * | finding out whether an e-mail address is registered     | identity: sign-in.test, resend-confirmation.test (responses, counted work, rough timing)     |
 * | guessing passwords; locking the owner out               | identity: slow-guessing.test, throttle.test                                                  |
 * | session fixation                                        | identity: sign-in.test, confirm-email.test; gateway: session-cookie.test                     |
 * | a form on another site (CSRF)                           | here, through the gateway; gateway: refuse-foreign-origin.test                               |
 * | open redirect                                           | here (fields); web-kit: access.test; shell: auth-pages.test; identity: sign-up.test          |
 * | a role sent by the client; mass assignment              | here; in headers: gateway: forward-to-service.test                                           |
 * | operators, arrays or prototypes in a field              | here, over HTTP, field by field                                                              |
 * | a forged token: wrong key, expired, wrong audience      | here, route by route; service-kit: token.test                                                |
 * | a hundred sign-ups with one e-mail address              | identity: sign-up.soak; 30 in sign-up.test, 20 by the operator in create-user.test           |
 * | signing up with another person's e-mail address         | identity: confirm-email.test, sign-up.test, create-user.test; e2e: sign-up.ts                |
 * | sensitive changes and downloads with a stolen session   | identity: prove-both-steps.test                                                              |
 * | probing e-mailed links; using one for another purpose   | identity: check-link.test                                                                    |
 * | reading or changing another user's data                 | e2e: access.test, the route table                                                            |
 * | a forged webhook                                        | payouts: receive-stripe-event.test (one type per endpoint), receive-stripe-event.soak (all)  |
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
const UNREACHABLE = 'http://127.0.0.1:9'
const GATEWAY_SECRET = randomBytes(32).toString('base64url')
const keys = makeSessionKeys()
const privateKey = PrivateKey.parse(keys.privateKey)

const log = createLog('test', 'silent')
const bus = inProcessBus({ log })
/** A gateway without services returns 503 for every forwarded request. */
const edge = await startService(gateway, {
  bus,
  log,
  env: {
    PUBLIC_ORIGIN: ORIGIN,
    SESSION_PUBLIC_KEY: keys.publicKey,
    GATEWAY_SECRET,
    ...Object.fromEntries(services.map(({ name }) => [`${name.toUpperCase()}_URL`, UNREACHABLE])),
    ...Object.fromEntries(['SHELL_APP', 'REMOTE_CREATOR', 'REMOTE_BRAND', 'REMOTE_ADMIN'].map((name) => [name, import.meta.dirname])),
  },
})
afterAll(async () => {
  await edge.stop()
  await bus.close()
})

const webhookSecret = () => `whsec_${randomBytes(24).toString('hex')}`
/** Unreachable addresses, because no attack may reach Stripe, the workflow or the mail server. */
const outside = {
  url: UNREACHABLE,
  origins: [UNREACHABLE],
  smtpUrl: 'smtp://127.0.0.1:9',
  stripe: { secretKey: 'sk_test_nobody', webhookSecrets: { platform: webhookSecret(), connect: webhookSecret(), thin: webhookSecret() } },
  google: { url: UNREACHABLE, clientId: 'nobody', clientSecret: webhookSecret() },
  social: { url: UNREACHABLE, token: webhookSecret(), callbackSecret: webhookSecret() },
  networks: {
    apiBase: `${UNREACHABLE}/official`,
    apps: {
      instagram: { clientId: 'nobody', clientSecret: webhookSecret(), accountId: 'nobody', accessToken: webhookSecret() },
      tiktok: { clientId: 'nobody', clientSecret: webhookSecret() },
      youtube: { clientId: 'nobody', clientSecret: webhookSecret(), apiKey: webhookSecret() },
    },
  },
}
const apps = new Map<string, TestApp>()
for (const service of services) {
  const env = { ...outsideEnv(outside, service.name, ORIGIN), SESSION_PRIVATE_KEY: keys.privateKey, SESSION_PUBLIC_KEY: keys.publicKey }
  apps.set(service.name, await startTestService(service, { workers: false, env: { ...env, GATEWAY_SECRET } }))
}

interface Target {
  readonly name: string
  readonly service: string
  readonly method: string
  readonly path: string
  readonly role: Access
  readonly shape: Readonly<Record<string, z.ZodType>>
  /** Whether the body is a file, which has no fields to attack. */
  readonly takesFile: boolean
  /** Admins may name a brand in the query; other roles get `not_allowed`. */
  readonly adminsMayView: boolean
}

const objectOf = (schema: z.ZodType | undefined): z.ZodObject | undefined =>
  schema instanceof z.ZodObject ? schema : schema instanceof z.ZodPipe ? objectOf(schema.in as z.ZodType) : undefined

const targetOf = (service: string, { method, path, options }: Route): Target => ({
  name: `${method.toUpperCase()} /${service}${path}`,
  service,
  method: method.toUpperCase(),
  path,
  // If several roles are allowed, the first represents all of them.
  role: [options.role].flat()[0] ?? expect.unreachable(),
  shape: (objectOf(options.input as z.ZodType | undefined)?.shape ?? {}) as Record<string, z.ZodType>,
  takesFile: options.upload !== undefined,
  adminsMayView: options.adminsMayView === true,
})

/** All routes except webhooks, which verify a signature instead. */
const routes = services.flatMap(({ name, routes: own = [] }) =>
  own.filter(({ options }) => !options.raw).map((route) => targetOf(name, route)),
)
const unsafe = routes.filter(({ method, role }) => method !== 'GET' && role !== 'gateway')
const inQuery = ({ method }: Target) => method === 'GET' || method === 'DELETE'
const inPath = ({ path }: Target, field: string) => path.split('/').includes(`:${field}`)

let count = 0
/** Each call uses a new user and address, so that no rate limit applies. */
async function authorizedHeaders({ role }: Target): Promise<Record<string, string>> {
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

/** @param sent Raw JSON body, or the query string for GET and DELETE */
async function ask(target: Target, headers: Record<string, string>, sent = '', path = target.path) {
  const address = `${apps.get(target.service)?.url}${path.replace(':key', 'review_hours').replaceAll(/:\w+/g, crypto.randomUUID())}`
  const answer = inQuery(target)
    ? await fetch(sent ? `${address}?${sent}` : address, { method: target.method, headers })
    : await fetch(address, { method: target.method, headers: { ...headers, 'content-type': 'application/json' }, body: sent || '{}' })
  const text = await answer.text()
  const problem = (answer.status >= 400 ? JSON.parse(text) : {}) as Problem
  return { status: answer.status, code: problem.code, faulty: problem.fields?.map((field) => field.path) ?? [] }
}

/** Leaves out job runs, because the time of day adds them, not the attacks. */
async function rowsOfAll(): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const [name, app] of apps) {
    const { connection } = app.context()
    for (const { name: collection } of await connection.listCollections()) {
      if (collection === 'job_runs') continue
      rows[`${name}.${collection}`] = await connection.collection(collection).countDocuments()
    }
  }
  return rows
}
const before = await rowsOfAll()

const hostile: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site with a forged Origin header', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
  ['another subdomain of our host', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:4300' }],
  ['a look-alike origin without Sec-Fetch-Site', { origin: 'http://localhost:4300.evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['an unknown origin', {}],
]

describe.each(unsafe)('$name', ({ service, method, path, takesFile }) => {
  const throughTheGateway = async (headers: Record<string, string>) => {
    const address = `${edge.url}/api/${service}${path.replaceAll(/:\w+/g, crypto.randomUUID())}`
    const type = takesFile ? 'image/png' : 'application/json'
    const answer = await fetch(address, { method, headers: { 'content-type': type, ...headers }, body: '{}' })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  test.each(hostile)('rejects requests from %s', async (_who, headers) => {
    expect(await throughTheGateway(headers)).toEqual([403, 'foreign_origin'])
  })
  test('forwards requests from our own pages', async () => {
    expect(await throughTheGateway({ 'sec-fetch-site': 'same-origin', origin: ORIGIN })).toEqual([503, 'unavailable'])
  })
})

const fields = routes.flatMap((target) => Object.keys(target.shape).map((field) => ({ ...target, field })))

/** Raw JSON, because object literals cannot contain keys such as `__proto__`. */
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

test.each(fields)('$name rejects operators, arrays and prototypes in $field', async ({ field, ...target }) => {
  for (const operator of OPERATORS) {
    const headers = await authorizedHeaders(target)
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

/** Fields that an attacker might add to gain rights or ownership. */
const PRIVILEGED = [
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

test.each(routes.filter(({ takesFile }) => !takesFile))('$name rejects fields that it does not define', async (target) => {
  const extra = PRIVILEGED.filter((field) => !Object.hasOwn(target.shape, field) && !(field === 'brandId' && target.adminsMayView))
  const sent = inQuery(target)
    ? extra.map((field) => `${encodeURIComponent(field)}=admin`).join('&')
    : `{${extra.map((field) => `"${field}":"admin"`).join()}}`
  const { status, faulty } = await ask(target, await authorizedHeaders(target), sent)
  expect(status).toBe(400)
  expect(faulty).toEqual(expect.arrayContaining(extra))
})

test('never accepts admin as a requested role', () => {
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

test('never accepts a redirect to another site', () => {
  const redirects = fields.filter(({ field }) => /redirect|next|return|goto|continue/i.test(field))
  expect(redirects.map(({ service, path, field }) => `${service}${path} ${field}`)).toContain('identity/users redirect')
  for (const { field, shape } of redirects) {
    for (const url of ELSEWHERE) expect([url, shape[field]?.safeParse(url).success]).toEqual([url, false])
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
    ['from another issuer', await signed('reelfair-services', 'somebody-else').sign(privateKey)],
    ['with too long a lifetime', await signed('reelfair-services', 'reelfair', now(), 86_400).sign(privateKey)],
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
    ['that is not a token', 'admin'],
  ]
}
const forged = await forgedTokens()

test('accepts a valid token, as a control for the forged tokens', async () => {
  const me = {
    name: '',
    method: 'GET',
    service: 'metrics',
    path: '/readings/latest',
    role: 'user',
    shape: {},
    takesFile: false,
    adminsMayView: false,
  } as const
  const right = await signed('reelfair-services', 'reelfair').sign(privateKey)
  expect((await ask(me, { authorization: `Bearer ${right}` })).status).toBe(200)
})

const guarded = routes.filter(({ role }) => role !== 'visitor' && role !== 'gateway')
test.each(guarded)('$name rejects every forged token', async (target) => {
  for (const [what, token] of forged) {
    const { status, code } = await ask(target, { authorization: `Bearer ${token}`, 'x-role': 'admin', 'x-user-id': claims.sub })
    expect([what, status, code]).toEqual([what, 401, 'not_signed_in'])
  }
})

test('hides gateway-only routes from admins and from callers with a wrong secret', async () => {
  const theirs = routes.filter(({ role }) => role === 'gateway')
  expect(theirs.length).toBeGreaterThan(0)
  for (const target of theirs) {
    const authorization = `Bearer ${await mintToken(claims, privateKey, new Date())}`
    expect((await ask(target, { authorization })).code).toBe('not_found')
    expect((await ask(target, { 'x-gateway-secret': `${GATEWAY_SECRET}x` })).code).toBe('not_found')
  }
})

test('stores no documents during the attacks', async () => {
  expect(Object.keys(before).length).toBeGreaterThan(20)
  expect(await rowsOfAll()).toEqual(before)
})
