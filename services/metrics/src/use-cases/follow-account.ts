import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accountKeyOf, putAccount } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

/** The stored facts serve as the account's usual figures if the network reports none. */
export const followAccount = (
  { accountId, version, creatorId, network, externalId, username, followers, averageViews }: VerifiedAccountFacts,
  ctx: Context,
) =>
  ctx.transact(async (tx) => {
    if (await deletion.isDeleted(tx, creatorId)) return
    await putAccount(tx, {
      id: accountId,
      version,
      creatorId,
      network,
      externalId,
      accountKey: accountKeyOf(network, externalId),
      username,
      followers,
      averageViews,
    })
  })
