import { expect, test } from 'vitest'
import { growthFaults, growthTable } from './growth.ts'
import { services } from './services.ts'

test('every collection states who adds documents, how many there can be and when they are removed', () => {
  expect(services.flatMap(growthFaults)).toEqual([])
  const payouts = services.find(({ name }) => name === 'payouts') ?? expect.unreachable()
  expect(growthTable(payouts)).toMatch(/`orders` +\| a brand +\| 50 unpaid ones per brand and day/)
  for (const own of ['outbox', 'inbox', 'job_runs', 'requests']) expect(growthTable(payouts)).toContain(`| \`${own}\``)
})

test('reports a collection that says nothing, and a statement about none', () => {
  const collections = [
    { name: 'sessions', indexes: [] },
    { name: 'crates', indexes: [] },
  ]
  expect(growthFaults({ name: 'identity', config: {}, collections })).toEqual([
    'identity.crates does not state how it grows',
    ...['users', 'devices', 'brands', 'links', 'mails', 'throttles'].map(
      (one) => `identity.${one} is stated, and there is no such collection`,
    ),
  ])
})
