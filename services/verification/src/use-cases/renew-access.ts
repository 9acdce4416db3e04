import { released } from '@reelfair/service-kit'
import { type Grant, refreshGrant, SocialFault } from '@reelfair/social'
import { connectorOf } from '../adapters/connector.ts'
import { unsealGrant } from '../adapters/sealed-grant.ts'
import { afterRenewalFault, countCall } from '../domain/grant.ts'
import type { SharedContext } from '../ports.ts'
import { grantOf, grantQueue, type StoredGrant } from '../store/grants.ts'
import { endGrant, keepRenewed } from './keep-grant.ts'

/**
 * Renews a due grant. May be interrupted anywhere: the claim has counted the call. If the network replaced the token
 * and its response was lost, the network refuses the next call, and the grant ends as `interrupted`.
 * @returns whether a grant was due
 */
export const renewNextAccess = (ctx: SharedContext): Promise<boolean> =>
  grantQueue.workOne(
    ctx,
    (claimed) => renew(claimed, ctx),
    (due) => due.map(countCall),
  )

async function renew(claimed: StoredGrant, ctx: SharedContext): Promise<void> {
  const outcome = await askNetwork(claimed, ctx)
  await ctx.transact(async (tx) => {
    const grant = await grantOf(tx, claimed.id)
    if (!grant || !grantQueue.isMine(grant, claimed)) return
    if (!(outcome instanceof SocialFault)) return keepRenewed(tx, released(grant), outcome, ctx)
    const now = ctx.now()
    const after = afterRenewalFault(grant, outcome, { dueSince: grant.queue?.dueSince ?? grant.renewDueAt ?? now, now })
    if ('endedBy' in after) await endGrant(tx, grant, after.endedBy, ctx)
    else await grantQueue.postpone(tx, grant, after.retry)
  })
}

async function askNetwork({ id: accountId, network, sealedGrant }: StoredGrant, ctx: SharedContext): Promise<Grant | SocialFault> {
  if (sealedGrant === undefined) throw new Error(`the grant of account ${accountId} has ended`)
  const { app, keys } = connectorOf(network, ctx.ports)
  try {
    return await refreshGrant(app, unsealGrant(sealedGrant, keys.grants))
  } catch (error) {
    if (!(error instanceof SocialFault)) throw error
    ctx.log.warn({ accountId, network, fault: error.kind, status: error.status }, 'access not renewed')
    return error
  }
}
