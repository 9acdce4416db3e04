import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accountKeyOf, putAccount } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

/** The figures serve as the account's usual ones if the network reports none. */
export const followAccount = (
  { accountId, version, creatorId, network, externalId, username, followers, averageViews, ...seen }: VerifiedAccountFacts,
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
      isPublic: seen.isPublic,
      ageRestricted: seen.ageRestricted ?? false,
    })
  })
