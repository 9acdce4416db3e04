import { AccountAdded, AccountRemoved } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { countAccountsToRead, measuredAccounts } from '../store/accounts.ts'

const app = await startService(metrics)
const facts = (version: number, accountId: string = crypto.randomUUID()) => ({
  accountId,
  creatorId: crypto.randomUUID(),
  network: 'tiktok',
  username: 'lea',
  version,
})
const count = () => countAccountsToRead(app.context())

test('an added account is read, once, however often the news come; one that was taken away is read no more', async () => {
  const before = await count()
  const added = facts(1)
  await app.hear(AccountAdded.of(added), { times: 2 })
  await app.hear(AccountAdded.of(added))
  expect(await count()).toBe(before + 1)
  await app.hear(AccountRemoved.of(added, { version: 2 }))
  expect(await count()).toBe(before)
})

test('an account whose end arrives before its beginning is not read', async () => {
  const before = await count()
  const added = facts(1)
  await app.hear(AccountRemoved.of(added, { version: 2 }))
  await app.hear(AccountAdded.of(added))
  expect(await count()).toBe(before)
})

test('accounts to read are counted by an index', async () => {
  expect(await measuredAccounts.explain(app.context(), { removed: false })).not.toContain('COLLSCAN')
})
