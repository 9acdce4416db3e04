import type { ErrorCode, Network } from '@reelfair/contracts'

/**
 * `verify`: the workflow looks for the code. `await`: the workflow will send a message. `stats`: the code was found,
 * and the service reads the statistics. `done`: the attempt has ended.
 */
type Step = 'verify' | 'await' | 'stats' | 'done'

export interface Attempt {
  readonly id: string
  readonly accountId: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  readonly code: string
  readonly userAgent: string
  readonly startedAt: Date
  readonly step: Step
  /** Calls in the current step, each counted before it is made. */
  readonly tries: number
  /** When the next call is due; in the `await` step, when the attempt times out. Unchanged during a call. */
  readonly dueAt?: Date | undefined
  readonly outcome?: 'verified' | ErrorCode | undefined
  readonly finishedAt?: Date | undefined
}

export interface Fault {
  readonly kind:
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
  readonly retryAfterMs?: number | undefined
}

/** @source specification §7: up to 3 calls, with pauses of 2 s and 4 s */
const MAX_CALLS = 3
const PAUSES_MS = [2_000, 4_000] as const
/** Without a message from the workflow, the attempt fails after this time. */
const AWAITED_MS = 3_600_000
/** Time limit for retries while the workflow responds with 429, which the creator waits for. */
const PATIENCE_MS = 600_000

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

export const beginAttempt = (
  made: Pick<Attempt, 'id' | 'accountId' | 'creatorId' | 'network' | 'username' | 'code' | 'userAgent'>,
  at: Date,
): Attempt => ({ ...made, startedAt: at, step: 'verify', tries: 0, dueAt: at })

export const claim = <A extends Attempt>(attempt: A): A => ({ ...attempt, tries: attempt.tries + 1 })

/** An attempt fails before its next call if no message arrived in time or if every call was interrupted. */
export function failureBeforeCall({ step, tries }: Attempt): ErrorCode | undefined {
  if (step === 'await') return 'verification_timed_out'
  return tries > MAX_CALLS ? 'verification_unreachable' : undefined
}

export const awaitMessage = <A extends Attempt>(attempt: A, at: Date): A => ({
  ...attempt,
  step: 'await',
  tries: 0,
  dueAt: later(at, AWAITED_MS),
})

export const nextReadStats = <A extends Attempt>(attempt: A, at: Date): A => ({ ...attempt, step: 'stats', tries: 0, dueAt: at })

export const finish = <A extends Attempt>(attempt: A, outcome: 'verified' | ErrorCode, at: Date): A => ({
  ...attempt,
  step: 'done',
  dueAt: undefined,
  outcome,
  finishedAt: at,
})

/** Retries a failed call after a pause, or fails the attempt with an error code. @source specification §7, §8 */
export function afterFault<A extends Attempt>(
  claimed: A,
  { kind, retryAfterMs = 0 }: Fault,
  now: Date,
): { retry: A } | { failure: ErrorCode } {
  if (kind === 'rate_limited' || kind === 'awaiting_access') {
    const dueAt = later(now, Math.max(retryAfterMs, PAUSES_MS[0]))
    if (dueAt.getTime() - claimed.startedAt.getTime() > PATIENCE_MS) return { failure: 'verification_timed_out' }
    // A 429 does not count as a call, because the workflow did not look for the code.
    return { retry: { ...claimed, tries: claimed.tries - 1, dueAt } }
  }
  const pause = PAUSES_MS[claimed.tries - 1]
  if (pause !== undefined && isRetried(claimed.step, kind)) return { retry: { ...claimed, dueAt: later(now, pause) } }
  return { failure: claimed.step === 'stats' ? statsFailures[kind] : verifyFailures[kind] }
}

const isRetried = (step: Step, kind: Fault['kind']) =>
  kind === 'server_error' ||
  kind === 'unreachable' ||
  kind === 'cancelled' ||
  (step === 'stats' && (kind === 'timed_out' || kind === 'unreadable'))

type Failures = Readonly<Record<Exclude<Fault['kind'], 'rate_limited' | 'awaiting_access'>, ErrorCode>>

const verifyFailures: Failures = {
  unreachable: 'verification_unreachable',
  cancelled: 'verification_unreachable',
  server_error: 'verification_checklist',
  refused: 'verification_checklist',
  not_found: 'verification_checklist',
  needs_consent: 'verification_checklist',
  unreadable: 'verification_unreadable',
  timed_out: 'verification_timed_out',
}

const statsFailures: Failures = {
  ...verifyFailures,
  server_error: 'verification_unreachable',
  refused: 'verification_unreadable',
  not_found: 'verification_no_such_account',
}

const reasons: Readonly<Record<string, ErrorCode>> = {
  private: 'verification_private',
  not_found: 'verification_no_such_account',
  age_gated: 'verification_age_restricted',
  not_professional: 'verification_not_professional',
}

export const failureOfReason = (reason: string | undefined): ErrorCode =>
  (reason === undefined ? undefined : reasons[reason]) ?? 'verification_failed'
