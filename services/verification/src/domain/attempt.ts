/** One verification, from its counting to its end: what is done next, and when. Pure; the calls are in the use cases. */
import type { ErrorCode, Network } from '@reelfair/contracts'

/** `verify`: the workflow is asked. `await`: it will answer by a message. `stats`: the code was found; the network is asked about the account. `done`. */
export type Step = 'verify' | 'await' | 'stats' | 'done'

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
  /** How often this step was tried; counted before each try. */
  readonly tries: number
  /** When it is tried next; while it is tried, when it was due; while a message is awaited, when it is given up. */
  readonly dueAt?: Date | undefined
  readonly outcome?: 'verified' | ErrorCode | undefined
  readonly finishedAt?: Date | undefined
}

/** Why a call gave nothing: the kinds of `SocialFault`. */
export interface Fault {
  readonly kind: 'rate_limited' | 'unreachable' | 'server_error' | 'refused' | 'unreadable' | 'timed_out' | 'not_found' | 'cancelled'
  readonly retryAfterMs?: number | undefined
}

/** @source specification §7: up to 3 tries, after 2 s then 4 s */
export const MAX_TRIES = 3
const PAUSES_MS = [2_000, 4_000] as const
/** Whoever has not been answered by then may try anew. */
const AWAITED_MS = 3_600_000
/** A workflow that says "later" again and again is waited for so long. */
const PATIENCE_MS = 600_000
const LONGEST_PAUSE_MS = 120_000

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

export const beginAttempt = (
  made: Pick<Attempt, 'id' | 'accountId' | 'creatorId' | 'network' | 'username' | 'code' | 'userAgent'>,
  at: Date,
): Attempt => ({ ...made, startedAt: at, step: 'verify', tries: 0, dueAt: at })

/** Begins a try. */
export const claim = <A extends Attempt>(attempt: A): A => ({ ...attempt, tries: attempt.tries + 1 })

/** Why nothing more is tried, known before the call: its message never came, or every try was cut off. */
export function givenUp({ step, tries }: Attempt): ErrorCode | undefined {
  if (step === 'await') return 'verification_timed_out'
  return tries > MAX_TRIES ? 'verification_unreachable' : undefined
}

export const awaitMessage = <A extends Attempt>(attempt: A, at: Date): A => ({
  ...attempt,
  step: 'await',
  tries: 0,
  dueAt: later(at, AWAITED_MS),
})

/** The code was found; what the network says of the account is asked next. */
export const askForStats = <A extends Attempt>(attempt: A, at: Date): A => ({ ...attempt, step: 'stats', tries: 0, dueAt: at })

export const finish = <A extends Attempt>(attempt: A, outcome: 'verified' | ErrorCode, at: Date): A => ({
  ...attempt,
  step: 'done',
  dueAt: undefined,
  outcome,
  finishedAt: at,
})

/** After a call that gave nothing: tried again after a pause, or why it has failed. @source specification §7, §8 */
export function afterFault<A extends Attempt>(
  claimed: A,
  { kind, retryAfterMs = 0 }: Fault,
  now: Date,
): { retry: A } | { failure: ErrorCode } {
  if (kind === 'rate_limited') {
    if (now.getTime() - claimed.startedAt.getTime() > PATIENCE_MS) return { failure: 'verification_timed_out' }
    // It was not tried: nobody looked for the code.
    return {
      retry: { ...claimed, tries: claimed.tries - 1, dueAt: later(now, Math.min(Math.max(retryAfterMs, PAUSES_MS[0]), LONGEST_PAUSE_MS)) },
    }
  }
  const pause = PAUSES_MS[claimed.tries - 1]
  if (pause !== undefined && isTriedAgain(claimed.step, kind)) return { retry: { ...claimed, dueAt: later(now, pause) } }
  return { failure: claimed.step === 'stats' ? statsFailures[kind] : verifyFailures[kind] }
}

const isTriedAgain = (step: Step, kind: Fault['kind']) =>
  kind === 'server_error' ||
  kind === 'unreachable' ||
  kind === 'cancelled' ||
  (step === 'stats' && (kind === 'timed_out' || kind === 'unreadable'))

type Failures = Readonly<Record<Exclude<Fault['kind'], 'rate_limited'>, ErrorCode>>

const verifyFailures: Failures = {
  unreachable: 'verification_unreachable',
  cancelled: 'verification_unreachable',
  server_error: 'verification_checklist',
  refused: 'verification_checklist',
  not_found: 'verification_checklist',
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

/** Why the workflow says no, in our words. A reason that we have no words for is the plain one. */
export const failureOfReason = (reason: string | undefined): ErrorCode =>
  (reason === undefined ? undefined : reasons[reason]) ?? 'verification_failed'
