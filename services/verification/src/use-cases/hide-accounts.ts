import type { DataOf, UserDeletionBlocked, UserDeletionRequested } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { withDeletion } from '../domain/account.ts'
import { accountsOf, saveAccount } from '../store/accounts.ts'

export const hideAccounts = (request: DataOf<typeof UserDeletionRequested>, ctx: Context) => mark(request, true, ctx)

export const showAccounts = (blocked: DataOf<typeof UserDeletionBlocked>, ctx: Context) => mark(blocked, false, ctx)

const mark = ({ userId, attempt }: DataOf<typeof UserDeletionBlocked>, isPending: boolean, ctx: Context) =>
  ctx.transact(async (tx) => {
    for (const account of await accountsOf(tx, userId)) {
      const marked = withDeletion(account, attempt, isPending)
      if (marked) await saveAccount(tx, marked)
    }
  })
