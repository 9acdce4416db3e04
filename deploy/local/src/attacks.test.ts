/** What every route of every service has in common against the world: who may not ask, and what may not be in what they send. */
import { randomBytes } from 'node:crypto'
import { createLog, inProcessBus, makeSessionKeys, startService } from '@reelfair/service-kit'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { gateway, services } from './services.ts'

const ORIGIN = 'http://localhost:4300'
const NOBODY = 'http://127.0.0.1:9'

const log = createLog('test', 'silent')
const bus = inProcessBus({ log })
const edge = await startService(gateway, {
  bus,
  log,
  env: {
    PUBLIC_ORIGIN: ORIGIN,
    SESSION_PUBLIC_KEY: makeSessionKeys().publicKey,
    GATEWAY_SECRET: randomBytes(32).toString('base64url'),
    ...Object.fromEntries(services.map(({ name }) => [`${name.toUpperCase()}_URL`, NOBODY])),
    ...Object.fromEntries(['SHELL_APP', 'REMOTE_CREATOR', 'REMOTE_BRAND', 'REMOTE_ADMIN'].map((name) => [name, import.meta.dirname])),
  },
})
afterAll(async () => {
  await edge.stop()
  await bus.close()
})

/** What a browser may call: not the gateway's own routes, and not the webhooks, which a signature guards. */
const routes = services.flatMap(({ name, routes = [] }) =>
  routes
    .filter(({ path, options }) => options.role !== 'gateway' && !path.startsWith('/webhooks/'))
    .map(({ method, path, options }) => ({
      service: name,
      method: method.toUpperCase(),
      path,
      input: options.input as z.ZodType | undefined,
    })),
)
const unsafe = routes.filter(({ method }) => method !== 'GET')

const hostile: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
  ['a sister of our host', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:4300' }],
  ['an old browser elsewhere', { origin: 'http://localhost:4300.evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['nobody knows where', {}],
]

describe.each(unsafe)('$method /api/$service$path', ({ service, method, path }) => {
  test.each(hostile)('is refused to %s', async (_who, headers) => {
    const address = `${edge.url}/api/${service}${path.replaceAll(/:\w+/g, crypto.randomUUID())}`
    const answer = await fetch(address, { method, headers: { 'content-type': 'application/json', ...headers }, body: '{}' })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'foreign_origin'])
  })
})

/** The object that a schema takes; some are refined or transformed afterwards. */
const objectOf = (schema: z.ZodType | undefined): z.ZodObject | undefined =>
  schema instanceof z.ZodObject ? schema : schema instanceof z.ZodPipe ? objectOf(schema.in as z.ZodType) : undefined

const fields = routes.flatMap(({ input, ...route }) =>
  Object.keys(objectOf(input)?.shape ?? {}).map((field) => ({ ...route, input, field })),
)

test.each(fields)('$method /$service$path takes no operator in $field', ({ input, field }) => {
  for (const operator of [{ $ne: null }, { $gt: '' }, { $where: '1' }, [{ $ne: null }]]) {
    const { success, error } = objectOf(input)?.safeParse({ [field]: operator }) ?? { success: true, error: undefined }
    expect(success).toBe(false)
    expect(error?.issues.some(({ path }) => path[0] === field)).toBe(true)
  }
})

test.each(routes.filter(({ input }) => objectOf(input)))('$method /$service$path takes no field that it does not name', ({ input }) => {
  for (const field of ['role', 'id', 'version', 'passwordHash', 'confirmedAt', 'balanceCents', '$set', '__proto__']) {
    if (field in (objectOf(input)?.shape ?? {})) continue
    const sent = JSON.parse(`{"${field}": "admin"}`) as unknown
    // A route's schema is made strict when it is not.
    const issues = objectOf(input)?.strict().safeParse(sent).error?.issues ?? []
    expect(issues.some(({ code, ...issue }) => code === 'unrecognized_keys' && (issue as { keys: string[] }).keys.includes(field))).toBe(
      true,
    )
  }
})

test('no route lets anybody say that they are an administrator', () => {
  const roles = routes.filter(({ input }) => 'role' in (objectOf(input)?.shape ?? {}))
  for (const { input } of roles) {
    const { error } = objectOf(input)?.safeParse({ role: 'admin' }) ?? {}
    expect(error?.issues.some(({ path }) => path[0] === 'role')).toBe(true)
  }
})
