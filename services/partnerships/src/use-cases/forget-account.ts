import type { AccountRemoved, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putAccount } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

export const forgetAccount = ({ accountId, ...facts }: DataOf<typeof AccountRemoved>, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (await deletion.isDeleted(tx, facts.creatorId)) return
    await putAccount(tx, { id: accountId, ...facts, removed: true, removedAt: ctx.now() })
  })
