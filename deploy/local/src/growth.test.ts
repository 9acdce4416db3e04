import { expect, test } from 'vitest'
import { growthFaults, growthTable } from './growth.ts'
import { services } from './services.ts'

test('lists who adds documents to each collection, the limit, and when documents are removed', () => {
  expect(services.flatMap(growthFaults)).toEqual([])
  const payouts = services.find(({ name }) => name === 'payouts') ?? expect.unreachable()
  expect(growthTable(payouts)).toMatch(/`orders` +\| a brand +\| 50 unpaid ones per brand per day/)
  for (const own of ['outbox', 'inbox', 'job_runs', 'requests']) expect(growthTable(payouts)).toContain(`| \`${own}\``)
})

test('reports collections without an entry and entries without a collection', () => {
  const collections = [
    { name: 'sessions', indexes: [] },
    { name: 'crates', indexes: [] },
  ]
  expect(growthFaults({ name: 'identity', config: {}, collections })).toEqual([
    'identity.crates has no growth entry',
    ...[
      'export_tasks',
      'data_exports',
      'data_export_parts',
      'brand_declarations',
      'users',
      'devices',
      'security_events',
      'brands',
      'brand_logos',
      'links',
      'mails',
      'challenges',
      'google_attempts',
      'notifications',
      'bells',
      'steps',
      'campaign_names',
      'account_names',
      'throttles',
      'setting_changes',
      'setting_locks',
      'account_deletions',
      'user_deletions',
    ].map((one) => `identity.${one} has a growth entry but does not exist`),
  ])
})
