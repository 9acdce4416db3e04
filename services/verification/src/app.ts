/** Verification, table of contents. */
import { Account, AccountAdded, AccountInput, AccountPath, AccountRemoved, Accounts, NetworkCode, NetworkPath } from '@reelfair/contracts'
import { defineService, del, get, post, put } from '@reelfair/service-kit'
import { config } from './config.ts'
import { accounts } from './store/accounts.ts'
import { standings } from './store/standings.ts'
import { addAccount } from './use-cases/add-account.ts'
import { listAccounts } from './use-cases/list-accounts.ts'
import { removeAccount } from './use-cases/remove-account.ts'
import { renewCode } from './use-cases/renew-code.ts'

export const verification = defineService({
  name: 'verification',
  config,
  collections: [accounts, standings],
  routes: [
    post('/accounts', { role: 'creator', input: AccountInput, output: Account, run: addAccount }),
    get('/accounts', { role: 'creator', output: Accounts, run: listAccounts }),
    del('/accounts/:accountId', { role: 'creator', input: AccountPath, run: removeAccount }),
    put('/codes/:network', { role: 'creator', input: NetworkPath, output: NetworkCode, run: renewCode }),
  ],
  says: [AccountAdded, AccountRemoved],
})
