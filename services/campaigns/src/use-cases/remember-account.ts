import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accounts } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

export const rememberAccount = ({ accountId, followers: _, isPublic: __, ...facts }: VerifiedAccountFacts, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, facts.creatorId))) await accounts.putNewer(tx, { ...facts, id: accountId })
  })
