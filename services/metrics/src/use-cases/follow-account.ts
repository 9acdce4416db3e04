import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accountKeyOf, putAccount } from '../store/accounts.ts'

/** What is known of a verified account is kept: what is usual for it is judged by that where its network says nothing. */
export const followAccount = (
  { accountId, version, creatorId, network, externalId, username, followers, averageViews }: VerifiedAccountFacts,
  ctx: Context,
) =>
  ctx.transact((tx) =>
    putAccount(tx, {
      id: accountId,
      version,
      creatorId,
      network,
      externalId,
      accountKey: accountKeyOf(network, externalId),
      username,
      followers,
      averageViews,
    }),
  )
