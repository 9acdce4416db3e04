import type { AccountAdded, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putAccount } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

export const rememberAccount = ({ accountId, ...facts }: DataOf<typeof AccountAdded>, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, facts.creatorId))) await putAccount(tx, { id: accountId, ...facts, removed: false })
  })
