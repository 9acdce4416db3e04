/** In grant updates, `undefined` removes a field. */
import type { ConnectionEnd, Network } from '@reelfair/contracts'
import type { Fault } from './attempt.ts'

export interface Grant {
  readonly network: Network
  readonly accessVersion: number
  readonly sealedGrant?: string | undefined
  readonly issuedAt: Date
  readonly since: Date
  readonly endedAt?: Date | undefined
  readonly endedBy?: ConnectionEnd | undefined
  readonly renewDueAt?: Date | undefined
  readonly unknownCalls: number
}

const DAY_MS = 86_400_000
/**
 * Unused grants are renewed this often, so that none expires (Instagram’s tokens last 60 days) and so that we notice
 * when a creator removes Reelfair in the network’s settings.
 */
const RENEWAL_DAYS = 30
const MIN_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 5 * 60_000

/** These networks void the previous token when they issue a new one. Google’s refresh tokens stay valid. */
const REPLACES_TOKENS: readonly Network[] = ['instagram', 'tiktok']
/** These faults are responses. After any other, the network may have renewed the grant without our knowing. */
const RESPONSES: readonly Fault['kind'][] = ['rate_limited', 'refused', 'needs_consent', 'not_found']

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

const issued = (sealedGrant: string, at: Date) =>
  ({
    sealedGrant,
    issuedAt: at,
    renewDueAt: later(at, RENEWAL_DAYS * DAY_MS),
    unknownCalls: 0,
    endedAt: undefined,
    endedBy: undefined,
  }) as const

/** The creator has consented, for the first time or again. */
export const newGrant = (previousVersion: number, sealedGrant: string, at: Date) => ({
  ...issued(sealedGrant, at),
  accessVersion: previousVersion + 1,
  since: at,
})

export const renewed = <G extends Grant>(grant: G, sealedGrant: string, at: Date): G => ({
  ...grant,
  ...issued(sealedGrant, at),
  accessVersion: grant.accessVersion + 1,
})

export const ended = <G extends Grant>(grant: G, endedBy: ConnectionEnd, at: Date): G => ({
  ...grant,
  accessVersion: grant.accessVersion + 1,
  sealedGrant: undefined,
  renewDueAt: undefined,
  unknownCalls: 0,
  endedAt: at,
  endedBy,
})

/** Counts the call before it is made, because the process may die before it records the outcome. */
export const countCall = <G extends Grant>(grant: G): G => ({ ...grant, unknownCalls: grant.unknownCalls + 1 })

/**
 * Ends the grant only if the network refuses it; any other fault leads to a retry.
 * @param dueSince when the renewal first became due; pauses grow with the time since then
 */
export function afterRenewalFault<G extends Grant>(
  grant: G,
  { kind, retryAfterMs = 0 }: Fault,
  { dueSince, now }: { readonly dueSince: Date; readonly now: Date },
): { readonly retry: G } | { readonly endedBy: ConnectionEnd } {
  if (kind === 'needs_consent') {
    const isLost = grant.unknownCalls > 1 && REPLACES_TOKENS.includes(grant.network)
    return { endedBy: isLost ? 'interrupted' : 'network' }
  }
  const unknownCalls = RESPONSES.includes(kind) ? grant.unknownCalls - 1 : grant.unknownCalls
  const pause = Math.min(Math.max(now.getTime() - dueSince.getTime(), MIN_PAUSE_MS), MAX_PAUSE_MS)
  return { retry: { ...grant, unknownCalls, renewDueAt: later(now, Math.max(pause, retryAfterMs)) } }
}

/**
 * The grant consists of a token that the network has refused and that is too young to be renewed. @source libs/social,
 * the networks’ own APIs: Instagram renews tokens that are a day old
 */
export const isRefusedForGood = ({ network, issuedAt }: Grant, now: Date): boolean =>
  network === 'instagram' && now.getTime() - issuedAt.getTime() < DAY_MS
