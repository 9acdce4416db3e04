/** Every list in a response has a limit. */
import { expect, test } from 'vitest'
import { operations } from './fuzz.ts'
import type { JsonSchema } from './generate.ts'

/** Lists without pagination, and why each one stays short. */
const SHORT_BY_NATURE: Readonly<Record<string, string>> = {
  accounts: 'a creator has at most three per network',
  days: 'one per day of a campaign, for at most a month; the store reads no more',
  evidence: 'each signal once',
  excluded: 'each reason once',
  faults: 'each reason once',
  holdings: 'at most 20; the others are only counted',
  items: 'only in GET /accounts: at most three per network',
  moves: 'each stage once',
  publicNetworks: 'each network once',
  readings: 'one per night until the review is decided',
  reasons: 'each reason once',
  requirements: 'what Stripe asks for about one person',
  networks: 'each network once',
  stripeTransferIds: 'the transfers that Stripe made for one item',
  videos: 'metrics accepts at most 100 per sign-up',
  zones: 'each zone once',
}

/** @returns the names of lists without a maximum length */
function unboundedIn(schema: JsonSchema, name = ''): string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, one]) => unboundedIn(one, key))
  const others = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) => unboundedIn(one, name))
  return [...(schema.type === 'array' && schema.maxItems === undefined ? [name] : []), ...inside, ...others]
}

const unbounded = operations.flatMap(({ name, parameters, answers }) => {
  const page = parameters.find((parameter) => parameter.name === 'limit')
  const answer = Object.entries(answers).find(([status]) => Number(status) < 400)?.[1]
  const lists = unboundedIn(answer?.content?.['application/json']?.schema ?? {})
  return lists
    .filter((list) => !(list === 'items' && (page?.schema.maximum ?? Number.POSITIVE_INFINITY) <= 100))
    .map((list) => ({ name, list }))
})

test('every list in a response is paginated, has a limit in its schema, or is inherently short', () => {
  expect(unbounded.filter(({ list }) => !Object.hasOwn(SHORT_BY_NATURE, list))).toEqual([])
  expect(unbounded.filter(({ list, name }) => list === 'items' && name !== 'GET /verification/accounts')).toEqual([])
  const named = new Set(unbounded.map(({ list }) => list))
  expect(Object.keys(SHORT_BY_NATURE).filter((list) => !named.has(list))).toEqual([])
})
