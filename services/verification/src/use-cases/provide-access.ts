import type { AccessRequested, DataOf } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { type AccessOf, type Grant, SocialFault } from '@reelfair/social'
import { connectorOf } from '../adapters/connector.ts'
import { unsealGrant } from '../adapters/sealed-grant.ts'
import { isRefusedForGood } from '../domain/grant.ts'
import type { Ports, SharedContext } from '../ports.ts'
import { grantOf, type StoredGrant, saveGrant } from '../store/grants.ts'
import { emitAccess, emitEnd, endGrant } from './keep-grant.ts'

/** A token must stay valid for the call that uses it. */
const MARGIN_MS = 60_000
/** A worker usually renews a token within this time. */
const RENEWAL_MS = 5_000

const isValid = ({ accessExpiresAt }: Grant, now: Date) => accessExpiresAt.getTime() > now.getTime() + MARGIN_MS

/** Events may arrive late, twice and in any order: each leads to the present token, its renewal, or the end. */
export const answerAccessRequest = (
  { accountId, refusedVersion = 0 }: DataOf<typeof AccessRequested>,
  ctx: Context<'system', Ports>,
): Promise<void> =>
  ctx.transact(async (tx) => {
    const stored = await grantOf(tx, accountId)
    if (!stored) return
    const grant = grantIn(stored, ctx)
    if (!grant) return emitEnd(tx, stored)
    const isRefused = refusedVersion >= stored.accessVersion
    if (!isRefused && isValid(grant, ctx.now())) return emitAccess(tx, stored, grant, ctx)
    await renewSoon(tx, stored, { isRefused }, ctx)
  })

/**
 * The consent for reading an account's statistics.
 * @param waits whether to wait for a token even if the network shows them without consent
 * @throws SocialFault awaiting_access if the token must be renewed first
 */
export const accessTo =
  (accountId: string, waits: boolean, ctx: SharedContext): AccessOf =>
  async (network, _externalId, refusedToken) => {
    const stored = await grantOf(ctx, accountId)
    const grant = stored && grantIn(stored, ctx)
    if (!grant) return undefined
    const isRefused = grant.accessToken === refusedToken
    if (!isRefused && isValid(grant, ctx.now())) return grant
    await ctx.transact(async (tx) => {
      const current = await grantOf(tx, accountId)
      // Another token has been stored in the meantime.
      if (current?.accessVersion === stored.accessVersion) await renewSoon(tx, current, { isRefused }, ctx)
    })
    if (!waits && !ctx.ports.needsConsent(network)) return 'unavailable'
    throw new SocialFault('awaiting_access', { retryAfterMs: RENEWAL_MS })
  }

const grantIn = ({ network, sealedGrant }: StoredGrant, { ports }: SharedContext): Grant | undefined =>
  sealedGrant === undefined ? undefined : unsealGrant(sealedGrant, connectorOf(network, ports).keys.grants)

async function renewSoon(tx: Tx, stored: StoredGrant, { isRefused }: { isRefused: boolean }, ctx: SharedContext): Promise<void> {
  const now = ctx.now()
  if (isRefused && isRefusedForGood(stored, now)) return endGrant(tx, stored, 'network', ctx)
  // A renewal that is due, running or postponed keeps its time, so that requests do not shorten its pauses.
  const isPending = stored.queue?.dueSince !== undefined || (stored.renewDueAt !== undefined && stored.renewDueAt <= now)
  if (!isPending) await saveGrant(tx, { ...stored, renewDueAt: now })
}
