/** Sends huge requests to every operation. Responses, log lines, rows and memory use must stay small. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SERVICES } from '@reelfair/contracts'
import { gateway } from '@reelfair/local/services'
import { createLog, makeSessionKeys } from '@reelfair/service-kit'
import { startService, type TestApp } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { businessServices } from '../access/services.ts'
import { signIn } from '../sign-in.ts'
import { startOutside } from '../start-outside.ts'
import { MAX_REFUSAL_BYTES, type Operation, operations } from './fuzz.ts'

const ORIGIN = 'http://localhost:4000'
const MAX_LINE_BYTES = 1_000
/** The gateway, the identity service (for the session) and the called service each log one line. */
const MAX_LINES_PER_REQUEST = 3
const MAX_ROW_BYTES = 4_000
const MB = 1024 * 1024
/** Garbage awaiting collection needs 4 MB; however many requests are sent, they need at most 32 MB. */
const maxHeapGrowthBytes = (requests: number) => Math.min(Math.max(4 * MB, (requests * MB) / 16), 32 * MB)

const lines: number[] = []
const log = createLog('test', 'info', { write: (line: string) => void lines.push(Buffer.byteLength(line)) })
const { startedWith } = await startOutside(ORIGIN)
const keys = makeSessionKeys()
const sessionKeys = { SESSION_PRIVATE_KEY: keys.privateKey, SESSION_PUBLIC_KEY: keys.publicKey }
const apps = new Map<string, TestApp>()
for (const { name, ...service } of businessServices) {
  const [beside] = apps.values()
  const { env, clock } = startedWith(name)
  apps.set(
    name,
    await startService(
      { name, ...service },
      { env: { ...env, ...sessionKeys }, clock, log, workers: false, ...(beside && { sharesWith: beside }) },
    ),
  )
}
const appOf = (name: string) => apps.get(name) ?? expect.unreachable(`${name} is not started`)
const { url } = await startService(gateway, {
  env: {
    ...sessionKeys,
    PUBLIC_ORIGIN: ORIGIN,
    TRUST_PROXY: '127.0.0.1',
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, appOf(name).url])),
    ...Object.fromEntries(['SHELL_APP', 'REMOTE_CREATOR', 'REMOTE_BRAND', 'REMOTE_ADMIN'].map((key) => [key, import.meta.dirname])),
  },
  sharesWith: appOf('identity'),
  log,
})
const signedIn = (role: 'creator' | 'brand' | 'admin') => signIn(role, { identity: appOf('identity'), url, origin: ORIGIN })
const [creator, brand, admin] = await Promise.all([signedIn('creator'), signedIn('brand'), signedIn('admin')])

// Most routes reject a brand until it has completed its profile.
const form = { brandName: 'Alpine', contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@example.org', termsAccepted: true }
await fetch(`${url}/api/identity/brand`, {
  method: 'PUT',
  headers: { ...brand, 'content-type': 'application/json' },
  body: JSON.stringify(form),
})
const people: Readonly<Record<string, Readonly<Record<string, string>>>> = { creator, user: creator, brand, 'any-brand': brand, admin }

interface Huge {
  readonly body?: string
  readonly query?: string
  readonly id?: string
  readonly headers?: Readonly<Record<string, string>>
}

const keysOf = (count: number, name: string) => `{${Array.from({ length: count }, (_, at) => `"${name}${at}":1`).join()}}`
/** Each body is close to the size limit. The first one once caused a 389 MB response. */
const bodies: readonly Huge[] = [
  keysOf(5_900, 'k'),
  keysOf(100, 'n'.repeat(900)),
  `{"a":${'['.repeat(45_000)}${']'.repeat(45_000)}}`,
  `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`,
  `{"a":[${'1,'.repeat(45_000)}1]}`,
  `{"__proto__":${keysOf(5_900, 'k')}}`,
].map((body) => ({ body }))

const LONG = 'n'.repeat(10_000)
const heads: readonly Huge[] = [
  { query: Array.from({ length: 1_500 }, (_, at) => `k${at}=1`).join('&') },
  { query: 'limit=1&'.repeat(1_200) },
  { query: `${LONG}=1` },
  { query: `limit=${'9'.repeat(10_000)}` },
  { query: `cursor=${LONG}` },
  { query: `a${'[b]'.repeat(3_000)}=1` },
  { id: LONG },
  { id: '%F0%9F%A6%84'.repeat(800) },
  { headers: { 'accept-language': 'en;q=0.1,'.repeat(1_100) } },
  { headers: { 'content-type': `application/json; x=${LONG}` } },
  { headers: { cookie: `__Host-session=${LONG}; __Host-device=${LONG.slice(5_000)}` } },
  { headers: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x-k${at}`, '1'])) },
  ...[
    'accept',
    'authorization',
    'idempotency-key',
    'if-none-match',
    'range',
    'stripe-signature',
    'user-agent',
    'x-forwarded-for',
    'x-request-id',
  ].map((name) => ({ headers: { [name]: LONG } })),
]

const signsOut = 'DELETE /identity/sessions/current'
let count = 0

interface Asked {
  readonly operation: Operation
  readonly huge: Huge
}

/** Uses a new address for each request, because of the rate limit per address. */
async function send({ operation: { service, method, path, name, access, types }, huge }: Asked) {
  const [role = ''] = access.split(', ')
  const prefix = path.startsWith('/webhooks/') ? '' : `/api/${service}`
  const query = huge.query ? `?${huge.query}` : ''
  const answer = await fetch(`${url}${prefix}${path.replaceAll(/\{\w+\}/g, huge.id ?? crypto.randomUUID())}${query}`, {
    method,
    headers: {
      // Signing out would end the session that the other requests use.
      ...(name === signsOut ? {} : people[role]),
      origin: ORIGIN,
      'x-forwarded-for': `2001:db8:${(++count).toString(16)}::1`,
      ...(types.length > 0 && { 'content-type': 'application/json' }),
      ...huge.headers,
    },
    ...(types.length > 0 && { body: huge.body ?? '{}' }),
  })
  const { byteLength: bytes } = await answer.arrayBuffer()
  return { name, huge: Object.keys(huge.headers ?? huge).join(), method, status: answer.status, bytes }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Size in bytes, keyed by service, collection and id. */
async function storedRows(): Promise<Map<string, number>> {
  const rows = new Map<string, number>()
  for (const { name, database } of apps.values())
    for (const collection of await database.collections())
      for await (const row of collection.find()) rows.set(`${name}.${collection.collectionName} ${row._id}`, JSON.stringify(row).length)
  return rows
}

/** Pairs each operation with every `step`th request; together, the operations get all of them. */
const pairInTurn = (some: readonly Operation[], all: readonly Huge[], step: number): readonly Asked[] =>
  all.flatMap((huge, at) => some.filter((_, of) => (at + of) % step === 0).map((operation) => ({ operation, huge })))

const written = operations.filter(({ types }) => types.includes('application/json'))

interface Volume {
  /** Each operation receives every `step`th huge request; with 1, it receives all of them. */
  readonly step: number
  /** The requests are repeated until each test has sent at least this many. */
  readonly atLeast: number
}

export function staysSmall({ step, atLeast }: Volume): void {
  const repeated = (asked: readonly Asked[]) => Array.from({ length: Math.ceil(atLeast / asked.length) }, () => asked).flat()
  test.each([
    { what: 'bodies', asked: repeated(pairInTurn(written, bodies, step)) },
    { what: 'addresses and headers', asked: repeated(pairInTurn(operations, heads, step)) },
  ])('keeps answers, log lines, rows and memory small for $asked.length requests with huge $what', async ({ what, asked }) => {
    // Warms up, so that the measurement excludes one-time allocations.
    for (const operation of operations) await send({ operation, huge: {} })
    const [heapBefore, rowsBefore] = [heapUsed(), await storedRows()]
    lines.length = 0
    const answers: Awaited<ReturnType<typeof send>>[] = []
    for (const one of asked) answers.push(await send(one))
    expect(heapUsed() - heapBefore).toBeLessThan(maxHeapGrowthBytes(asked.length))
    expect(answers.filter(({ status, bytes }) => status >= 500 || bytes > MAX_REFUSAL_BYTES)).toEqual([])
    if (what === 'bodies') expect(answers.filter(({ status }) => status < 400)).toEqual([])
    expect(lines.filter((bytes) => bytes > MAX_LINE_BYTES)).toEqual([])
    expect(lines.length).toBeLessThanOrEqual(asked.length * MAX_LINES_PER_REQUEST)
    const rows = [...(await storedRows())].filter(([row, bytes]) => rowsBefore.get(row) !== bytes)
    const accepted = answers.filter(({ method, status }) => method !== 'GET' && status < 400)
    expect(rows.length, `${rows.map(([row]) => row)}`).toBeLessThanOrEqual(accepted.length)
    expect(rows.filter(([, bytes]) => bytes > MAX_ROW_BYTES)).toEqual([])
  })
}
