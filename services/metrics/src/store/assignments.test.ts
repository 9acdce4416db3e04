import { randomUUID } from 'node:crypto'
import { startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { NO_TOTALS } from '../domain/assignment.ts'
import { workflowEnv } from '../testing/start-metrics.ts'
import { insertAssignment, openOfAccounts } from './assignments.ts'

const app = await startService(metrics, { env: workflowEnv, workers: false })
const AT = new Date('2026-11-21T12:00:00Z')

const signUpOf = (accountKey: string, isOpen = true) => ({
  id: randomUUID(),
  subject: 'campaign' as const,
  subjectId: randomUUID(),
  brandId: randomUUID(),
  creatorId: randomUUID(),
  accountId: randomUUID(),
  network: 'tiktok' as const,
  externalId: accountKey.slice('tiktok:'.length),
  accountKey,
  username: 'lea',
  code: 'RF-ABCDE',
  link: 'https://alpine.example/winter',
  signedUpAt: AT,
  endsAt: AT,
  plannedEnd: AT,
  windowDays: 14,
  isOpen,
  final: false as const,
  revision: 0,
  totals: NO_TOTALS,
  days: [],
})

test('finds all open sign-ups of many accounts, even if they exceed the limit of one query', async () => {
  const [many, few, other] = ['tiktok:many', 'tiktok:few', 'tiktok:other'] as const
  const all = [...times(2_001, () => signUpOf(many)), ...times(2, () => signUpOf(few)), signUpOf(other), signUpOf(many, false)]
  for (let first = 0; first < all.length; first += 500)
    await app.context().transact(async (tx) => {
      for (const one of all.slice(first, first + 500)) await insertAssignment(tx, one)
    })
  const found = await openOfAccounts(app.context(), [few, many])
  expect(found.map(({ id }) => id).toSorted()).toEqual(
    all
      .filter(({ accountKey, isOpen }) => isOpen && accountKey !== other)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(await openOfAccounts(app.context(), [few])).toHaveLength(2)
}, 60_000)
