import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accounts } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

export const rememberAccount = (
  { accountId, version, creatorId, network, username, externalId, language, category, averageViews }: VerifiedAccountFacts,
  ctx: Context,
) =>
  ctx.transact(async (tx) => {
    if (await deletion.isDeleted(tx, creatorId)) return
    await accounts.putNewer(tx, { id: accountId, version, creatorId, network, username, externalId, language, category, averageViews })
  })
