import type { Network } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { type Grant, revokeGrant, SocialFault } from '@reelfair/social'
import { connectorOf } from '../adapters/connector.ts'
import { sealGrant, unsealGrant } from '../adapters/sealed-grant.ts'
import type { SharedContext } from '../ports.ts'
import { findByExternalId } from '../store/accounts.ts'
import { grantOf } from '../store/grants.ts'
import { insertRevocation, revocationQueue, revocations, type StoredRevocation } from '../store/revocations.ts'

const MIN_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000

interface Unused {
  readonly network: Network
  readonly externalId: string
  readonly grant: Grant
}

/** Revokes a consent at the network later, because the network may be down. It is no longer used. */
export async function revokeLater(tx: Tx, { network, externalId, grant }: Unused, ctx: SharedContext): Promise<void> {
  const { keys } = connectorOf(network, ctx.ports)
  await insertRevocation(tx, { id: ctx.newId(), network, externalId, sealedGrant: sealGrant(grant, keys.grants) }, ctx.now())
}

/**
 * Revokes one consent, with retries while the network is down. Interrupted, it starts again: a consent that the network
 * no longer knows counts as revoked.
 * @returns whether a revocation was due
 */
export const revokeNextConsent = (ctx: SharedContext): Promise<boolean> =>
  revocationQueue.workOne(ctx, async (claimed) => {
    const fault = await revoke(claimed, ctx)
    await ctx.transact(async (tx) => {
      const current = await revocations.byId(tx, claimed.id)
      if (!current || !revocationQueue.isMine(current, claimed)) return
      if (!fault?.isTransient) return revocations.remove(tx, current)
      const waited = ctx.now().getTime() - current.askedAt.getTime()
      const pause = Math.max(Math.min(Math.max(waited, MIN_PAUSE_MS), MAX_PAUSE_MS), fault.retryAfterMs ?? 0)
      await revocationQueue.postpone(tx, current, { ...current, dueAt: new Date(ctx.now().getTime() + pause) })
    })
  })

/** Keeps the consent if the account is connected again, because networks revoke all tokens of an account together. */
async function revoke({ network, externalId, sealedGrant }: StoredRevocation, ctx: SharedContext): Promise<SocialFault | undefined> {
  const account = await findByExternalId(ctx, network, externalId)
  const connected = account && (await grantOf(ctx, account.id))
  if (connected?.sealedGrant !== undefined) return undefined
  if (!ctx.ports.apps[network]) {
    ctx.log.warn({ network }, 'consent not revoked: the network’s app is no longer configured')
    return undefined
  }
  const { app, keys } = connectorOf(network, ctx.ports)
  try {
    await revokeGrant(app, unsealGrant(sealedGrant, keys.grants))
    return undefined
  } catch (error) {
    if (!(error instanceof SocialFault)) throw error
    ctx.log.warn({ network, fault: error.kind, status: error.status }, 'consent not revoked at the network')
    return error
  }
}
