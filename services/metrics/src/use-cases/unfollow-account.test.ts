import { AccountAdded, AccountRemoved } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { countAccountsToRead } from '../store/accounts.ts'
import { accountFacts } from '../testing/account-facts.ts'

const app = await startService(metrics)
const count = () => countAccountsToRead(app.context())

test('an account that was taken away is read no more', async () => {
  const added = accountFacts()
  await app.hear(AccountAdded.of(added))
  expect(await count()).toBe(1)
  await app.hear(AccountRemoved.of(added, { version: 2 }), { times: 2 })
  expect(await count()).toBe(0)
})

test('an account whose end arrives before its beginning is not read', async () => {
  const added = accountFacts()
  await app.hear(AccountRemoved.of(added, { version: 2 }))
  await app.hear(AccountAdded.of(added))
  expect(await count()).toBe(0)
})
