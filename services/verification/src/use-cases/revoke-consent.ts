import type { Network } from '@reelfair/contracts'
import { type Grant, revokeGrant, SocialFault } from '@reelfair/social'
import type { SharedContext } from '../ports.ts'
import { findByExternalId } from '../store/accounts.ts'
import { grantOf } from '../store/grants.ts'

/** Removes Reelfair from the network's settings if the network responds. We have already stopped using the tokens. */
export async function revokeConsent(network: Network, grant: Grant, ctx: Pick<SharedContext, 'ports' | 'log'>): Promise<void> {
  const app = ctx.ports.apps[network]
  try {
    if (app) await revokeGrant(app, grant)
  } catch (error) {
    if (!(error instanceof SocialFault)) throw error
    ctx.log.warn({ network, fault: error.kind, status: error.status }, 'consent not revoked at the network')
  }
}

/**
 * Revokes a consent that was not stored. Keeps it if the account is connected, because networks revoke all tokens of an
 * account together.
 */
export async function discardConsent(
  network: Network,
  { grant, externalId }: { readonly grant: Grant; readonly externalId: string },
  ctx: Pick<SharedContext, 'connection' | 'ports' | 'log'>,
): Promise<void> {
  const account = await findByExternalId(ctx, network, externalId)
  const stored = account && (await grantOf(ctx, account.id))
  if (stored?.sealedGrant === undefined) await revokeConsent(network, grant, ctx)
}
