import { released, type Tx } from '@reelfair/service-kit'
import { type Grant, missingScopes, refreshGrant, SocialFault } from '@reelfair/social'
import { connectorOf } from '../adapters/connector.ts'
import { unsealGrant } from '../adapters/sealed-grant.ts'
import { afterRenewalFault, countCall } from '../domain/grant.ts'
import type { SharedContext } from '../ports.ts'
import { grantOf, grantQueue, type StoredGrant } from '../store/grants.ts'
import { endGrant, keepRenewed } from './keep-grant.ts'
import { revokeLater } from './revoke-consent.ts'

/** With the worker's pause of a second, at most 600 a minute: TikTok's limit for each endpoint. @source facts §4.1 */
const RENEWED_TOGETHER = 10

/**
 * Renews due grants, concurrently. May be interrupted anywhere: the claim has counted the calls. If the network
 * replaced a token and its response was lost, it refuses the next call, and the grant ends as `interrupted`.
 * @returns how many were due
 */
export async function renewDueAccess(ctx: SharedContext): Promise<number> {
  const claimed = await grantQueue.claim(ctx, RENEWED_TOGETHER, (due) => due.map(countCall))
  await Promise.all(claimed.map((one) => grantQueue.attempt(ctx, one, (mine) => renew(mine, ctx))))
  return claimed.length
}

/** @returns false, so that the worker pauses before it renews more */
export async function renewAccess(ctx: SharedContext): Promise<boolean> {
  await renewDueAccess(ctx)
  return false
}

async function renew(claimed: StoredGrant, ctx: SharedContext): Promise<void> {
  const outcome = await askNetwork(claimed, ctx)
  await ctx.transact(async (tx) => {
    const grant = await grantOf(tx, claimed.id)
    if (grant && grantQueue.isMine(grant, claimed))
      return outcome instanceof SocialFault ? keepFault(tx, grant, outcome, ctx) : keepAnswer(tx, grant, outcome, ctx)
    // The connection ended during the call, so the network still has the consent that was just renewed.
    if (grant?.sealedGrant === undefined && !(outcome instanceof SocialFault)) await revokeLater(tx, { ...claimed, grant: outcome }, ctx)
  })
}

/** The creator may have withdrawn some permissions at the network, or the network some of our app's. */
async function keepAnswer(tx: Tx, grant: StoredGrant, renewed: Grant, ctx: SharedContext): Promise<void> {
  if (missingScopes(grant.network, renewed).length === 0) return keepRenewed(tx, released(grant), renewed, ctx)
  await endGrant(tx, grant, 'permission', ctx)
  await revokeLater(tx, { ...grant, grant: renewed }, ctx)
}

async function keepFault(tx: Tx, grant: StoredGrant, fault: SocialFault, ctx: SharedContext): Promise<void> {
  const now = ctx.now()
  const after = afterRenewalFault(grant, fault, { dueSince: grant.queue?.dueSince ?? grant.renewDueAt ?? now, now })
  if ('endedBy' in after) await endGrant(tx, grant, after.endedBy, ctx)
  else await grantQueue.postpone(tx, grant, after.retry)
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
