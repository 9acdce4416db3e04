const MINUTE = 60_000
const HOUR = 3_600_000

/** Paris time at which the nightly refresh starts. */
export const READING_HOUR = '00:00'
/** Paris time at which metrics requests the tokens that would expire during the nightly refresh. */
export const ACCESS_HOUR = '23:00'
/** Paris time at which the nightly refresh has usually read all accounts. @source decisions §8 */
export const READ_HOUR = '01:00'
/**
 * Readings include videos published up to this many days before the sign-up, so that the reading can say why they do
 * not count.
 */
export const LOOK_BACK_DAYS = 7

/**
 * A business day for the nightly refresh, `end` for the reading at the end of a campaign or partnership, or `checks`
 * for the final reading.
 */
export type Run = 'end' | 'checks' | (string & {})

/**
 * How long to retry a failed reading. Nightly readings should end before settlement starts at 02:00. Final figures
 * justify a longer wait.
 */
const PATIENCE_MS = { nightly: 90 * MINUTE, final: 12 * HOUR }
/** Minimum number of attempts. If the sandbox's clock jumps ahead, the retries must not end early. */
export const MIN_ATTEMPTS = 3
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 10 * MINUTE
export const ATTEMPT_TIMEOUT_MS = 60_000
export const CLAIM_BATCH_SIZE = 64
export const MAX_CONCURRENT_READINGS = 32
/** For this long after a reading was planned, waiting for an access token does not count as an attempt. */
const ACCESS_PATIENCE_MS = 10 * MINUTE
const MAX_ACCESS_PAUSE_MS = MINUTE / 2
/** Additional lease time for recording the last responses. */
const RESERVE_MS = 60_000
/** The lease must be long enough even if every account uses its full time limit. */
export const READ_LEASE_MS = Math.ceil(CLAIM_BATCH_SIZE / MAX_CONCURRENT_READINGS) * ATTEMPT_TIMEOUT_MS + RESERVE_MS

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

export interface Task {
  readonly run: Run
  readonly plannedAt: Date
  /** Deadline for retries. If absent, the kind of run determines it. */
  readonly until?: Date | undefined
  readonly tries: number
  /**
   * Consecutive responses saying that the account does not exist, and the time of the first one. Outages in between do
   * not reset the count.
   */
  readonly gone?: { readonly times: number; readonly since: Date } | undefined
  readonly state: 'open' | 'done' | 'failed'
  /** When the next attempt is due; during an attempt, when that attempt was due. */
  readonly dueAt?: Date | undefined
  readonly fault?: string | undefined
}

/** The reading waits for an access token without counting attempts. */
export const isPatient = ({ plannedAt }: Pick<Task, 'plannedAt'>, now: Date): boolean => now < later(plannedAt, ACCESS_PATIENCE_MS)

export const newTask = (run: Run, at: Date): Task => ({ run, plannedAt: at, tries: 0, state: 'open', dueAt: at })

/**
 * Claims one task per account of a batch. Another batch may read the same account at the same time. A version conflict
 * then makes the later one load what the earlier one stored.
 */
export function claim<T extends Task & { readonly accountKey: string }>(due: readonly T[]): T[] {
  const byAccount = new Map<string, T>()
  for (const task of due) if (!byAccount.has(task.accountKey)) byAccount.set(task.accountKey, task)
  return [...byAccount.values()].map((task) => ({ ...task, tries: task.tries + 1 }))
}

export const finished = <T extends Task>(task: T): T => ({ ...task, state: 'done', dueAt: undefined, fault: undefined })

export const afterAnswer = <T extends Task>(claimed: T, isGone: boolean, now: Date): T => ({
  ...claimed,
  gone: isGone ? { times: (claimed.gone?.times ?? 0) + 1, since: claimed.gone?.since ?? now } : undefined,
})

/**
 * A hiccup or a deployment at the network may have caused a 404. A nightly reading trusts the third 404 in a row. The
 * final reading, which removes views permanently, also waits until one hour after the first 404.
 */
export const isDoubtful = ({ gone, run }: Pick<Task, 'gone' | 'run'>, now: Date): boolean =>
  gone !== undefined && (gone.times < MIN_ATTEMPTS || (run === 'checks' && now < later(gone.since, HOUR)))

/**
 * The network's pause is never shortened. If it ends long after the deadline, the account fails now, so that the
 * nightly refresh does not wait for it. Permanent faults are not retried.
 * @param fault `isTransient`: whether a retry may succeed; `retryAfterMs`: pause required by the network, in
 * milliseconds
 */
export function afterFault<T extends Task>(
  claimed: T,
  fault: { readonly kind: string; readonly isTransient: boolean; readonly retryAfterMs?: number | undefined },
  now: Date,
): T {
  if (fault.kind === 'awaiting_access' && isPatient(claimed, now)) {
    const pause = Math.max(fault.retryAfterMs ?? 0, Math.min((now.getTime() - claimed.plannedAt.getTime()) / 2, MAX_ACCESS_PAUSE_MS))
    return { ...claimed, tries: claimed.tries - 1, dueAt: later(now, pause), fault: fault.kind }
  }
  const until = claimed.until ?? later(claimed.plannedAt, isFinal(claimed.run) ? PATIENCE_MS.final : PATIENCE_MS.nightly)
  const ourPause = Math.min(FIRST_PAUSE_MS * 4 ** Math.min(claimed.tries - 1, 8), MAX_PAUSE_MS)
  const dueAt = later(now, Math.max(fault.retryAfterMs ?? 0, ourPause))
  const isLate = now >= until ? claimed.tries >= MIN_ATTEMPTS : dueAt > later(until, MAX_PAUSE_MS)
  // The final reading is retried even after permanent faults, such as a refused token.
  if (isLate || (!fault.isTransient && claimed.run !== 'checks'))
    return { ...claimed, state: 'failed', dueAt: undefined, fault: fault.kind }
  return { ...claimed, dueAt, fault: fault.kind }
}

export const isFinal = (run: Run): run is 'end' | 'checks' => run === 'end' || run === 'checks'
