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

/** Tokens are renewed at most this long before they are needed. TikTok’s are valid for twice as long. */
const AHEAD_MS = 3_600_000

/**
 * Spreads renewals that are requested ahead evenly over the time left, so that urgent ones do not wait for them.
 * @returns undefined if the token is needed now
 */
function renewalAt(accountId: string, neededUntil: string | undefined, now: Date): Date | undefined {
  if (neededUntil === undefined) return undefined
  const left = Math.max(0, Date.parse(neededUntil) - AHEAD_MS - now.getTime())
  return new Date(now.getTime() + Math.floor((left * Number.parseInt(accountId.slice(-4), 16)) / 0x1_00_00))
}

/** Events may arrive late, twice and in any order: each leads to the present token, its renewal, or the end. */
export const answerAccessRequest = (
  { accountId, refusedVersion = 0, neededUntil }: DataOf<typeof AccessRequested>,
  ctx: Context<'system', Ports>,
): Promise<void> =>
  ctx.transact(async (tx) => {
    const stored = await grantOf(tx, accountId)
    if (!stored) return
    const grant = grantIn(stored, ctx)
    if (!grant) return emitEnd(tx, stored)
    const isRefused = refusedVersion >= stored.accessVersion
    const ahead = renewalAt(accountId, neededUntil, ctx.now())
    const isEnough = isValid(grant, ctx.now()) && (neededUntil === undefined || grant.accessExpiresAt >= new Date(neededUntil))
    if (!isRefused && isEnough) return emitAccess(tx, stored, grant, ctx)
    await renewSoon(tx, stored, { isRefused, at: ahead }, ctx)
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

interface Renewal {
  readonly isRefused: boolean
  /** Default: now */
  readonly at?: Date | undefined
}

async function renewSoon(tx: Tx, stored: StoredGrant, { isRefused, at }: Renewal, ctx: SharedContext): Promise<void> {
  const now = ctx.now()
  const dueAt = at ?? now
  if (isRefused && isRefusedForGood(stored, now)) return endGrant(tx, stored, 'network', ctx)
  // A renewal that is due, running or postponed keeps its time, so that requests do not shorten its pauses.
  const isPending = stored.queue?.dueSince !== undefined || (stored.renewDueAt !== undefined && stored.renewDueAt <= dueAt)
  if (!isPending) await saveGrant(tx, { ...stored, renewDueAt: dueAt })
}
