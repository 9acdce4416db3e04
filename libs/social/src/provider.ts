/** Interface to the three social networks. */
import type { Network, NetworkAccount, NetworkVideo } from '@reelfair/contracts'

/** Identifies an account by the network's stable id or, until that is known, by the username, which can change. */
export type AccountRef = { readonly network: Network } & ({ readonly externalId: string } | { readonly username: string })

export interface KnownAccount {
  readonly network: Network
  readonly externalId: string
}

/** An account's public data at `fetchedAt`. */
export interface AccountStats extends NetworkAccount {
  readonly bio: string
  readonly bioLinks: readonly string[]
  readonly paidLabelConsent: boolean
  readonly fetchedAt: Date
}

/** A rectangle within the video frame, in pixels from the frame's upper-left corner. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type LogoFinding = 'unknown' | { readonly present: false } | { readonly present: true; readonly box: Box }

/** A video's figures at `at`, which may be days ago. Null means unknown, never 0. */
export interface VideoMetrics {
  readonly views: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares?: number | null | undefined
  readonly at: Date
  readonly deleted: boolean
  readonly private: boolean
  readonly ageRestricted: boolean
  /** The network's paid-partnership label. */
  readonly paidLabel: boolean | 'unknown'
  readonly logo: LogoFinding
}

export const REFUSALS = ['code_absent', 'private', 'not_found', 'not_professional', 'age_gated', 'needs_consent'] as const

/**
 * `verified`: the bio contains the code. `refused`: the code is missing or the bio is not readable. `pending`: a signed
 * message will contain the result.
 */
export type Verification =
  | { readonly outcome: 'verified'; readonly account?: AccountStats | undefined }
  | { readonly outcome: 'refused'; readonly reason?: (typeof REFUSALS)[number] | undefined }
  | { readonly outcome: 'pending' }

/** @source specification §7 */
/** Constant across all retries of an attempt, so that the workflow can recognise a repeated request. */
interface VerificationRequest {
  readonly attemptId: string
  readonly userId: string
  readonly username: string
  readonly code: string
  readonly network: Network
  readonly timestamp: Date
  readonly userAgent: string
  readonly origin: string
}

/** A creator's consent, as the network issued it. */
export interface Grant {
  readonly accessToken: string
  /** Undefined on Instagram, and in copies that must not renew the consent. */
  readonly refreshToken?: string | undefined
  readonly accessExpiresAt: Date
  readonly scopes: readonly string[]
}

/**
 * Returns the current consent of the account's owner, or undefined without one. `unavailable`: the owner consents, but
 * there is no valid token and the caller no longer waits for one. Only data that needs no consent can then be read.
 * @param refusedToken the access token that the network has just refused; the result must then have another one
 * @throws SocialFault `awaiting_access` if a token has been requested and will arrive later
 */
export type AccessOf = (network: Network, externalId: string, refusedToken?: string) => Promise<Grant | 'unavailable' | undefined>

export interface AskOptions {
  /** Aborting the signal cancels the call with a `cancelled` fault. */
  readonly signal?: AbortSignal | undefined
  /** Provides the owner's consent. Without it, calls that need the consent fail with `needs_consent`. */
  readonly accessOf?: AccessOf | undefined
  /** Also asks for the average views, which a network's own API reports only video by video. */
  readonly averageViews?: boolean | undefined
}

/** A failed call always rejects with a `SocialFault`. */
export interface SocialProvider {
  verifyBioCode(ask: VerificationRequest, options?: AskOptions): Promise<Verification>
  fetchAccountStats(ref: AccountRef, options?: AskOptions): Promise<AccountStats>
  /** Returns one page, newest first. `next` is the cursor of the next page, and undefined on the last page. */
  listRecentVideos(
    account: KnownAccount,
    page: { readonly since?: Date | undefined; readonly cursor?: string | undefined },
    options?: AskOptions,
  ): Promise<{ readonly items: readonly NetworkVideo[]; readonly next?: string | undefined }>
  /** Returns the figures for at most 50 videos of the account. The map omits videos that are unknown to the network. */
  fetchVideoMetrics(account: KnownAccount, ids: readonly string[], options?: AskOptions): Promise<ReadonlyMap<string, VideoMetrics>>
}

/** Maximum number of ids per call of `fetchVideoMetrics`. */
export const MAX_METRICS_IDS = 50

/** @throws RangeError for more than 50 ids */
export function demandFewIds(ids: readonly string[]): void {
  if (ids.length > MAX_METRICS_IDS) throw new RangeError(`at most ${MAX_METRICS_IDS} videos per call, got ${ids.length}`)
}

/**
 * `rate_limited`: retry after `retryAfterMs`. `unreachable`: no response. `server_error`: a 5xx status. `refused`:
 * another unsuccessful status. `unreadable`: invalid JSON or an unexpected shape. `timed_out`: no complete response in
 * time. `not_found`: the account does not exist. `needs_consent`: only the account's owner can permit the call, and has
 * not, or no longer does. `awaiting_access`: the call needs an access token that has been requested; retry after
 * `retryAfterMs`. `cancelled`: the caller aborted the call.
 */
export type SocialFaultKind =
  | 'rate_limited'
  | 'unreachable'
  | 'server_error'
  | 'refused'
  | 'unreadable'
  | 'timed_out'
  | 'not_found'
  | 'needs_consent'
  | 'awaiting_access'
  | 'cancelled'

const PERMANENT: readonly SocialFaultKind[] = ['refused', 'not_found', 'needs_consent', 'cancelled']

/**
 * A failed call. The message contains no URL, token or response, so logging it is safe.
 * @example if (error instanceof SocialFault && error.isTransient) retryAfter(error.retryAfterMs ?? 2_000)
 */
export class SocialFault extends Error {
  override readonly name = 'SocialFault'
  readonly kind: SocialFaultKind
  /** HTTP status, if the server responded. */
  readonly status: number | undefined
  /** Milliseconds to wait, only with `rate_limited` and `awaiting_access`. */
  readonly retryAfterMs: number | undefined

  constructor(kind: SocialFaultKind, { status, retryAfterMs }: { status?: number | undefined; retryAfterMs?: number | undefined } = {}) {
    super(`social network call failed: ${kind}${status === undefined ? '' : ` (${status})`}`)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return !PERMANENT.includes(this.kind)
  }
}
