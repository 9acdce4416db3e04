/** The social networks as the product needs them: one port for all three. */
import type { Network, NetworkAccount, NetworkVideo } from '@reelfair/contracts'

/** Names an account: by the network's stable id once that is known, for usernames change. */
export type AccountRef = { readonly network: Network } & ({ readonly externalId: string } | { readonly username: string })

/** What an account shows, and when it was looked at. */
export interface AccountStats extends NetworkAccount {
  readonly bio: string
  /** The addresses that the bio leads to. */
  readonly bioLinks: readonly string[]
  readonly paidLabelConsent: boolean
  readonly fetchedAt: Date
}

/** A rectangle in the pixels of the video's frame, from its upper left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whether the brand's logo is seen in the video. */
export type LogoFinding = 'unknown' | { readonly present: false } | { readonly present: true; readonly box: Box }

/** A video's figures as of `at`, which may lag by days. Null is "not known", never 0. */
export interface VideoMetrics {
  readonly views: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares?: number | null | undefined
  readonly at: Date
  readonly deleted: boolean
  readonly private: boolean
  readonly ageRestricted: boolean
  /** The network's own paid-partnership label. */
  readonly paidLabel: boolean | 'unknown'
  readonly logo: LogoFinding
}

export const REFUSALS = ['code_absent', 'private', 'not_found', 'not_professional', 'age_gated', 'needs_consent'] as const

/** `verified`: the code stands in the bio. `refused`: it does not, or cannot be seen. `pending`: the answer comes later, as a signed message. */
export type Verification =
  | { readonly outcome: 'verified'; readonly account?: AccountStats | undefined }
  | { readonly outcome: 'refused'; readonly reason?: (typeof REFUSALS)[number] | undefined }
  | { readonly outcome: 'pending' }

/** What the workflow is asked. @source specification §7 */
export interface VerificationAsk {
  /** The same for all tries of one attempt, so that whoever is asked twice may see it. */
  readonly attemptId: string
  readonly userId: string
  readonly username: string
  readonly code: string
  readonly network: Network
  readonly timestamp: Date
  readonly userAgent: string
  readonly origin: string
}

interface AskOptions {
  /** Gives the call up when it is aborted, as `cancelled`. */
  readonly signal?: AbortSignal | undefined
}

/** The port. Every call throws `SocialFault` and nothing else. */
export interface SocialProvider {
  verifyBioCode(ask: VerificationAsk, options?: AskOptions): Promise<Verification>
  fetchAccountStats(ref: AccountRef, options?: AskOptions): Promise<AccountStats>
  /** One page, newest first; `next` is the cursor of the following one, absent on the last. */
  listRecentVideos(
    account: { readonly network: Network; readonly externalId: string },
    page: { readonly since?: Date | undefined; readonly cursor?: string | undefined },
    options?: AskOptions,
  ): Promise<{ readonly items: readonly NetworkVideo[]; readonly next?: string | undefined }>
  /** Videos that the network does not name are not in the map: not known. At most 50 ids. */
  fetchVideoMetrics(network: Network, ids: readonly string[], options?: AskOptions): Promise<ReadonlyMap<string, VideoMetrics>>
}

/** Ids that one call of `fetchVideoMetrics` takes. */
export const MAX_METRICS_IDS = 50

/**
 * Why a call gave nothing.
 * `rate_limited`: ask again after `retryAfterMs`. `unreachable`: no answer. `server_error`: 5xx. `refused`: another answer that is no success.
 * `unreadable`: broken JSON or a wrong shape. `timed_out`: no answer in time. `not_found`: there is no such account. `cancelled`: by the caller.
 */
export type SocialFaultKind =
  | 'rate_limited'
  | 'unreachable'
  | 'server_error'
  | 'refused'
  | 'unreadable'
  | 'timed_out'
  | 'not_found'
  | 'cancelled'

/**
 * A call that gave nothing. Its message holds no address, token or answer: it may be logged.
 * @example if (error instanceof SocialFault && error.passing) askAgainIn(error.retryAfterMs ?? 2_000)
 */
export class SocialFault extends Error {
  override readonly name = 'SocialFault'
  readonly kind: SocialFaultKind
  /** The answer's status, where there was one. */
  readonly status: number | undefined
  /** Only with `rate_limited`; milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(kind: SocialFaultKind, { status, retryAfterMs }: { status?: number | undefined; retryAfterMs?: number | undefined } = {}) {
    super(`the social network: ${kind}${status === undefined ? '' : ` (${status})`}`)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same call may go well later. */
  get passing(): boolean {
    return this.kind !== 'refused' && this.kind !== 'not_found' && this.kind !== 'cancelled'
  }
}
