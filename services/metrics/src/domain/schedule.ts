/** When views are read, and until when a reading is tried. Pure. @source decisions §3, §5, §8 */
import { latestSettlementAt } from '@reelfair/rules'

const MINUTE = 60_000
const HOUR = 3_600_000

/** The hour in Europe/Paris at which views are read. */
export const READING_HOUR = '00:00'
/** Videos published so long before the sign-up are looked at too: with its code they are told why they do not count. */
export const LOOK_BACK_DAYS = 7

/** A nightly reading, the one at a campaign's end, or the final one. */
export type Run = 'end' | 'checks' | (string & {})

/** Settlement is at 02:00; final figures are worth a longer wait. */
const PATIENCE_MS = { nightly: 90 * MINUTE, final: 12 * HOUR }
/** An hour that jumped, as the sandbox's does, is no reason to give up. */
export const TRIES_AT_LEAST = 3
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * MINUTE
/** A reading of one account is cut off after it. */
export const ATTEMPT_MOST_MS = 60_000
/** Accounts that one worker takes at once. */
export const TAKEN_AT_ONCE = 64
/** Of which so many are asked for side by side. */
export const ASKED_AT_ONCE = 32
/** So that what was said last is kept as well. */
const RESERVE_MS = 60_000
/** How long a reader has them: longer than all that are taken at once take when each takes as long as it may. */
export const READ_LEASE_MS = Math.ceil(TAKEN_AT_ONCE / ASKED_AT_ONCE) * ATTEMPT_MOST_MS + RESERVE_MS

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** One account's part of a run: read it, until it is read or given up. */
export interface Task {
  readonly run: Run
  readonly plannedAt: Date
  /** Until when a silent network is asked again; without it the run decides. */
  readonly until?: Date | undefined
  /** How often it was tried; counted before each try. */
  readonly tries: number
  /** Consecutive answers that the account does not exist, and when the first of them came; an outage between them changes nothing. */
  readonly gone?: { readonly times: number; readonly since: Date } | undefined
  readonly state: 'open' | 'done' | 'failed'
  /** When it is tried next; while it is tried, when it was due. */
  readonly dueAt?: Date | undefined
  /** Why the last try gave nothing. */
  readonly fault?: string | undefined
}

export const planned = (run: Run, at: Date): Task => ({ run, plannedAt: at, tries: 0, state: 'open', dueAt: at })

/** Begins a try of each task. One account is not read twice at the same time: its second task waits for the first. */
export function claim<T extends Task & { readonly accountKey: string }>(due: readonly T[]): T[] {
  const byAccount = new Map<string, T>()
  for (const task of due) if (!byAccount.has(task.accountKey)) byAccount.set(task.accountKey, task)
  return [...byAccount.values()].map((task) => ({ ...task, tries: task.tries + 1 }))
}

export const finished = <T extends Task>(task: T): T => ({ ...task, state: 'done', dueAt: undefined, fault: undefined })

/** After an answer about the account. */
export const afterAnswer = <T extends Task>(claimed: T, isGone: boolean, now: Date): T => ({
  ...claimed,
  gone: isGone ? { times: (claimed.gone?.times ?? 0) + 1, since: claimed.gone?.since ?? now } : undefined,
})

/**
 * A 404 may be a hiccup, or a network's deployment. A nightly reading believes the third; the final reading, which takes views off for good, one that comes an
 * hour after the first.
 */
export const isDoubtful = ({ gone, run }: Pick<Task, 'gone' | 'run'>, now: Date): boolean =>
  gone !== undefined && (gone.times < TRIES_AT_LEAST || (run === 'checks' && now < later(gone.since, HOUR)))

/**
 * After a try that gave nothing: again after a pause, or given up. A limit of the network tells how long to wait; what does not pass is given up at once.
 * @param fault `passing`: whether the same call may go well later; `retryAfterMs` milliseconds
 */
export function afterFault<T extends Task>(
  claimed: T,
  fault: { readonly kind: string; readonly passing: boolean; readonly retryAfterMs?: number | undefined },
  now: Date,
): T {
  const until = claimed.until ?? later(claimed.plannedAt, isFinal(claimed.run) ? PATIENCE_MS.final : PATIENCE_MS.nightly)
  const isLate = claimed.tries >= TRIES_AT_LEAST && now >= until
  // A final reading outlasts also what does not pass by itself, such as a refused token.
  if (isLate || (!fault.passing && claimed.run !== 'checks')) return { ...claimed, state: 'failed', dueAt: undefined, fault: fault.kind }
  const pause = Math.max(fault.retryAfterMs ?? 0, FIRST_PAUSE_MS * 4 ** Math.min(claimed.tries - 1, 8))
  return { ...claimed, dueAt: later(now, Math.min(pause, LONGEST_PAUSE_MS)), fault: fault.kind }
}

/** A final reading is tried until half an hour before the latest settlement, so that the settlement knows how it went. */
export const triedUntil = (endsAt: Date): Date => later(latestSettlementAt(endsAt), -30 * MINUTE)

export const isFinal = (run: Run): run is 'end' | 'checks' => run === 'end' || run === 'checks'
