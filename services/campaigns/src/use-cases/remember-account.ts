import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accounts } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

/** Names the fields, because the event may carry more than campaigns need. */
export const rememberAccount = (
  { accountId: id, creatorId, network, username, externalId, language, category, averageViews, version }: VerifiedAccountFacts,
  ctx: Context,
) =>
  ctx.transact(async (tx) => {
    if (await deletion.isDeleted(tx, creatorId)) return
    await accounts.putNewer(tx, { id, creatorId, network, username, externalId, language, category, averageViews, version })
  })
