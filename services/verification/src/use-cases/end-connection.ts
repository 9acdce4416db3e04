import type { AccountPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { unsealGrant } from '../adapters/sealed-grant.ts'
import type { Ports } from '../ports.ts'
import { loadOwnAccount } from '../store/accounts.ts'
import { grantOf } from '../store/grants.ts'
import { endGrant } from './keep-grant.ts'
import { revokeConsent } from './revoke-consent.ts'

/** Deletes the tokens, then revokes them at the network, which may be down. The account stays verified. */
export async function endConnection({ accountId }: AccountPath, ctx: Context<'creator', Ports>): Promise<void> {
  const removed = await ctx.transact(async (tx) => {
    await loadOwnAccount(tx, accountId, ctx.actor.id)
    const grant = await grantOf(tx, accountId)
    if (grant?.sealedGrant === undefined) return undefined
    await endGrant(tx, grant, 'creator', ctx)
    return { network: grant.network, sealedGrant: grant.sealedGrant }
  })
  const { accessKeys } = ctx.ports
  if (removed && accessKeys) await revokeConsent(removed.network, unsealGrant(removed.sealedGrant, accessKeys.grants), ctx)
}
