import { AccountAdded } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { countAccountsToRead, measuredAccounts } from '../store/accounts.ts'
import { accountFacts } from '../testing/account-facts.ts'

const app = await startService(metrics)

test('an added account is read, once, however often the news come', async () => {
  const added = accountFacts()
  await app.hear(AccountAdded.of(added), { times: 2 })
  await app.hear(AccountAdded.of(added))
  expect(await countAccountsToRead(app.context())).toBe(1)
})

test('accounts to read are counted by an index', async () => {
  expect(await measuredAccounts.explain(app.context(), { removed: false })).not.toContain('COLLSCAN')
})
