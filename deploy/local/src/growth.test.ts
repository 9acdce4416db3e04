import { expect, test } from 'vitest'
import { growthFaults, growthTable } from './growth.ts'
import { services } from './services.ts'

test('every collection has a growth entry: who adds documents, the limit, and when they are removed', () => {
  expect(services.flatMap(growthFaults)).toEqual([])
  const payouts = services.find(({ name }) => name === 'payouts') ?? expect.unreachable()
  expect(growthTable(payouts)).toMatch(/`orders` +\| a brand +\| 50 unpaid ones per brand and day/)
  for (const own of ['outbox', 'inbox', 'job_runs', 'requests']) expect(growthTable(payouts)).toContain(`| \`${own}\``)
})

test('reports a collection without an entry, and an entry without a collection', () => {
  const collections = [
    { name: 'sessions', indexes: [] },
    { name: 'crates', indexes: [] },
  ]
  expect(growthFaults({ name: 'identity', config: {}, collections })).toEqual([
    'identity.crates has no growth entry',
    ...['users', 'devices', 'brands', 'links', 'mails', 'throttles'].map((one) => `identity.${one} has a growth entry but does not exist`),
  ])
})
