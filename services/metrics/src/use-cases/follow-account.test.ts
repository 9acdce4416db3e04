import { randomUUID } from 'node:crypto'
import { AccountUpdated, AccountVerified } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { accountKeyOf, accountsOf } from '../store/accounts.ts'
import { workflowEnv } from '../testing/start-metrics.ts'

const app = await startService(metrics, { env: workflowEnv, workers: false })

const known = async ({ network, externalId }: { network: string; externalId: string }) => {
  const key = accountKeyOf(network, externalId)
  return (await accountsOf(app.context(), [key])).get(key)
}
const facts = () => ({
  accountId: randomUUID(),
  creatorId: randomUUID(),
  network: 'tiktok' as const,
  externalId: `tt_${randomUUID()}`,
  username: 'lea',
  followers: 9_000,
  averageViews: null,
  isPublic: true,
  version: 2,
})

test('stores the newest facts about a verified account, regardless of the order of events', async () => {
  const verified = facts()
  await app.deliver(AccountUpdated.of(verified, { version: 4, username: 'lea.films', averageViews: 800 }))
  await app.deliver(AccountVerified.of(verified), { times: 2 })
  await app.deliver(AccountUpdated.of(verified, { version: 3, username: 'old' }))
  expect(await known(verified)).toMatchObject({ username: 'lea.films', averageViews: 800, version: 4 })
})
