/** Huge bodies to every operation: what comes back stays small, and so does the memory that they take. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Person, person, startService, type TestApp } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { businessServices } from '../access/services.ts'
import { startOutside } from '../start-outside.ts'
import { LONGEST_REFUSAL_BYTES, operations } from './fuzz.ts'
import type { JsonSchema } from './generate.ts'

const { startedWith } = await startOutside('http://localhost:4000')
const apps = new Map<string, TestApp>()
for (const service of businessServices)
  apps.set(service.name, await startService(service, { ...startedWith(service.name), workers: false }))

const keys = (count: number, name: string) => `{${Array.from({ length: count }, (_, at) => `"${name}${at}":1`).join()}}`
/** Each close to what a body may hold. The first is the one that was answered with 389 MB. */
const HUGE = [
  keys(5_900, 'k'),
  keys(100, 'n'.repeat(900)),
  `{"a":${'['.repeat(45_000)}${']'.repeat(45_000)}}`,
  `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`,
  `{"a":[${'1,'.repeat(45_000)}1]}`,
  `{"__proto__":${keys(5_900, 'k')}}`,
]
const REQUESTS = 1_000
const GROWN_AT_MOST_BYTES = 32 * 1024 * 1024

const written = operations.filter(({ types }) => types.includes('application/json'))
let count = 0

/** Somebody new, from elsewhere: limits are not what is tried here. */
async function refusedIn(at: number): Promise<number> {
  const { service, method, path, name, access } = written[at % written.length] ?? expect.unreachable()
  const [role = 'visitor'] = access.split(', ')
  const who =
    role === 'visitor' || role === 'gateway' ? role : person(role === 'user' ? 'creator' : (role.replace('any-', '') as Person['role']))
  const client = apps.get(service)?.as(who) ?? expect.unreachable()
  const verb = ({ POST: 'post', PUT: 'put', PATCH: 'patch' } as const)[method] ?? expect.unreachable(`${method} has no body`)
  const answer = await client[verb](path.replaceAll(/\{\w+\}/g, crypto.randomUUID()), HUGE[Math.floor(at / written.length) % HUGE.length], {
    headers: { 'x-forwarded-for': `2001:db8::${(++count).toString(16)}` },
  })
  expect([name, answer.status < 500 && answer.status >= 400]).toEqual([name, true])
  return Buffer.byteLength(JSON.stringify(answer.body))
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('refuses 1,000 huge bodies to all operations in few bytes each, with flat memory', async () => {
  const lengths: number[] = []
  const ask = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) lengths.push(await refusedIn(at))
  }
  // What is made once is made by then.
  await ask(0, written.length)
  const before = heapUsed()
  await ask(written.length, written.length + REQUESTS)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST_REFUSAL_BYTES)
  expect(heapUsed() - before).toBeLessThan(GROWN_AT_MOST_BYTES)
})

/** Lists that are no pages, and what keeps each of them short. */
const KEPT_SHORT: Readonly<Record<string, string>> = {
  accounts: 'a creator has three per network',
  days: 'a campaign has one a day, for a month at most; the store reads no more',
  evidence: 'each signal once',
  excluded: 'each reason once',
  faults: 'each reason once',
  holdings: '20; the rest is a number',
  items: 'GET /accounts alone: three per network',
  moves: 'each station once',
  publicNetworks: 'each network once',
  readings: 'one a night until the review is decided',
  reasons: 'each reason once',
  requirements: 'what Stripe asks of one person',
  standings: 'each network once',
  stripeTransferIds: 'the transfers that Stripe made for one item',
  videos: 'metrics takes in 100 of a sign-up',
  zones: 'each zone once',
}

/** Names of the lists in a schema that say no limit. */
function endlessIn(schema: JsonSchema, name = ''): string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, one]) => endlessIn(one, key))
  const others = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) => endlessIn(one, name))
  return [...(schema.type === 'array' && schema.maxItems === undefined ? [name] : []), ...inside, ...others]
}

const endless = operations.flatMap(({ name, parameters, answers }) => {
  const page = parameters.find((parameter) => parameter.name === 'limit')
  const answer = Object.entries(answers).find(([status]) => Number(status) < 400)?.[1]
  const lists = endlessIn(answer?.content?.['application/json']?.schema ?? {})
  return lists
    .filter((list) => !(list === 'items' && (page?.schema.maximum ?? Number.POSITIVE_INFINITY) <= 100))
    .map((list) => ({ name, list }))
})

test('every list of an answer is a page of 100 at most, has a limit in its schema, or is kept short by what it lists', () => {
  expect(endless.filter(({ list }) => !Object.hasOwn(KEPT_SHORT, list))).toEqual([])
  expect(endless.filter(({ list, name }) => list === 'items' && name !== 'GET /verification/accounts')).toEqual([])
  const named = new Set(endless.map(({ list }) => list))
  expect(Object.keys(KEPT_SHORT).filter((list) => !named.has(list))).toEqual([])
})
