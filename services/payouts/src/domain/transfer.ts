import type { ErrorCode, TransferStatus } from '@reelfair/contracts'

/** The error table has a message for each code. */
type WaitsFor = 'transfer_waits_for_funds' | 'transfer_waits_for_provider' | 'transfer_waits_for_answer'

/**
 * The provider's record of a transfer contradicts ours, and an operator must review it: the transfer was made twice,
 * has a different amount or recipient, or was paid after its money had been returned.
 */
export interface TransferReview {
  readonly why: 'paid_twice' | 'other_payment' | 'paid_after_failure'
  readonly stripeTransferIds: readonly string[]
  /** Whether an operator has reviewed these ids. Reviewed ids alone do not trigger another review. */
  readonly isResolved: boolean
}

export interface QueuedTransfer {
  readonly id: string
  readonly creatorId: string
  /** Stored so that every attempt sends the same request, even if the creator opens another account. */
  readonly stripeAccountId: string
  readonly amountCents: number
  readonly cause: 'manual' | 'partnership'
  /** The partnership that is the cause, its brand and its goal. */
  readonly partnershipId?: string | undefined
  readonly brandId?: string | undefined
  readonly viewsGoal?: number | undefined
  readonly status: TransferStatus
  readonly attempts: number
  /** Number of responses that the provider has stored. After each one, the next attempt needs a new key. */
  readonly answered: number
  readonly triedAt?: Date | undefined
  /** When the last payment call without a definite response was made; the provider may still execute that call. */
  readonly unansweredAt?: Date | undefined
  readonly lackedFunds?: boolean | undefined
  readonly waitsFor?: WaitsFor | undefined
  /**
   * When the next attempt is due; unchanged during an attempt. Absent when the transfer is finished or an operator must
   * review it.
   */
  readonly dueAt?: Date | undefined
  readonly stripeTransferId?: string | undefined
  readonly reversedCents: number
  readonly failure?: ErrorCode | undefined
  /** Present once the transfer was flagged for review. Data, API and the command `resolve-doubt` keep this name. */
  readonly doubt?: TransferReview | undefined
  readonly createdAt: Date
  readonly finishedAt?: Date | undefined
}

/**
 * `stored`: for a day, the provider repeats its response to the same key. `mayBePaid`: a payment call got no definite
 * response.
 */
export type Outcome =
  | { readonly kind: 'paid' | 'found'; readonly stripeTransferId: string; readonly reversedCents: number }
  | { readonly kind: 'retry' | 'unknown'; readonly stored: boolean; readonly mayBePaid: boolean; readonly waitsFor: WaitsFor }
  | { readonly kind: 'refused'; readonly failure: ErrorCode }

const FIRST_PAUSE_SECONDS = 30
const MAX_PAUSE_SECONDS = 6 * 3600
/**
 * About two days including pauses. By then, the provider has forgotten the key, so the last attempts rely on the
 * look-up.
 */
export const MAX_ATTEMPTS = 16
const DAY_SECONDS = 86_400
/** Minimum age of an exhausted transfer. Without it, frequent attempts by an admin could exhaust a transfer early. */
const MIN_LIFE_SECONDS = DAY_SECONDS
/**
 * How long an unanswered call may still result in a payment: the provider remembers its key for a day, and clocks and
 * networks may add an hour.
 */
const UNANSWERED_LASTS_SECONDS = DAY_SECONDS + 3600
/** Minimum age if funds were insufficient, because payments by brands stay pending at the provider for a week. */
const LIFE_WITHOUT_FUNDS_SECONDS = 14 * DAY_SECONDS

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Doubles the pause after each attempt, from 30 s up to 6 h. @example pauseAfter(3) // 120 */
export const pauseAfter = (attempts: number): number => Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), MAX_PAUSE_SECONDS)

export const enqueueTransfer = (
  made: Pick<QueuedTransfer, 'id' | 'creatorId' | 'stripeAccountId' | 'amountCents' | 'cause' | 'partnershipId' | 'brandId' | 'viewsGoal'>,
  at: Date,
): QueuedTransfer => ({
  ...made,
  status: 'pending',
  attempts: 0,
  answered: 0,
  dueAt: at,
  reversedCents: 0,
  createdAt: at,
})

export function claim<T extends QueuedTransfer>(item: T, now: Date): T {
  // A previous attempt without an outcome may have called the provider.
  const unansweredAt = item.status === 'processing' ? now : item.unansweredAt
  return { ...item, status: 'processing', attempts: item.attempts + 1, triedAt: now, unansweredAt }
}

/** Identifies the transfer at the provider, regardless of the key. @source decisions §6: the queue item's id */
export const groupOf = ({ id }: Pick<QueuedTransfer, 'id'>): string => `transfer:${id}`

/** The number changes after each stored response, which the provider would otherwise repeat for a day. */
export const keyOf = ({ id, answered }: Pick<QueuedTransfer, 'id' | 'answered'>): string =>
  answered === 0 ? `transfer:${id}` : `transfer:${id}:${answered}`

/**
 * An exhausted transfer is only looked up. Its money becomes payable again once no earlier call can still result in a
 * payment.
 */
export function isExhausted({ attempts, lackedFunds = false, createdAt }: QueuedTransfer, now: Date): boolean {
  const life = lackedFunds ? LIFE_WITHOUT_FUNDS_SECONDS : MIN_LIFE_SECONDS
  return attempts > MAX_ATTEMPTS && now >= later(createdAt, life)
}

export const mayStillBePaid = ({ unansweredAt }: Pick<QueuedTransfer, 'unansweredAt'>, now: Date): boolean =>
  unansweredAt !== undefined && now < later(unansweredAt, UNANSWERED_LASTS_SECONDS)

/** After the first attempt, the transfer must be looked up, because an earlier attempt may have paid. */
export const needsLookUp = ({ attempts }: Pick<QueuedTransfer, 'attempts'>): boolean => attempts > 1

/** Any worker or event may report the payment. Undefined if the transfer is already finished. */
export const completeTransfer = <T extends QueuedTransfer>(item: T, stripeTransferId: string, now: Date): T | undefined =>
  item.status === 'pending' || item.status === 'processing'
    ? { ...item, status: 'completed', stripeTransferId, waitsFor: undefined, dueAt: undefined, finishedAt: now }
    : undefined

export function contradictionOf(item: QueuedTransfer, stripeTransferId: string): TransferReview['why'] | undefined {
  if (item.status === 'failed') return 'paid_after_failure'
  return item.status === 'completed' && item.stripeTransferId !== stripeTransferId ? 'paid_twice' : undefined
}

/** Stops retries of a pending transfer until an operator has reviewed it. Undefined if all ids are already known. */
export function flagForReview<T extends QueuedTransfer>(item: T, why: TransferReview['why'], ids: readonly string[]): T | undefined {
  const known = item.doubt?.stripeTransferIds ?? []
  const stripeTransferIds = [...new Set([...known, ...ids])]
  if (stripeTransferIds.length === known.length) return undefined
  return { ...item, dueAt: item.status === 'pending' ? undefined : item.dueAt, doubt: { why, stripeTransferIds, isResolved: false } }
}

/** Lets the transfer continue after an operator's review. Undefined if no review is pending. */
export function resolveReview<T extends QueuedTransfer>(item: T, now: Date): T | undefined {
  if (!item.doubt || item.doubt.isResolved) return undefined
  return { ...item, dueAt: item.status === 'pending' ? now : item.dueAt, doubt: { ...item.doubt, isResolved: true } }
}

export function postponeTransfer<T extends QueuedTransfer>(
  item: T,
  { stored, mayBePaid, waitsFor }: Pick<Extract<Outcome, { stored: boolean }>, 'stored' | 'mayBePaid' | 'waitsFor'>,
  now: Date,
): T {
  const answered = item.answered + (stored ? 1 : 0)
  const lackedFunds = item.lackedFunds || waitsFor === 'transfer_waits_for_funds'
  const unansweredAt = mayBePaid ? now : item.unansweredAt
  const dueAt = later(now, pauseAfter(item.attempts))
  return { ...item, status: 'pending', answered, waitsFor, lackedFunds, unansweredAt, triedAt: now, dueAt }
}

export const failTransfer = <T extends QueuedTransfer>(item: T, failure: ErrorCode, now: Date): T => ({
  ...item,
  status: 'failed',
  failure,
  waitsFor: undefined,
  dueAt: undefined,
  finishedAt: now,
})

/**
 * `reversedCents` is the total so far and never decreases. @returns the newly reversed cents; undefined if there are
 * none
 */
export function reverseTransfer<T extends QueuedTransfer>(item: T, reversedCents: number): { item: T; cents: number } | undefined {
  const cents = reversedCents - item.reversedCents
  return cents > 0 && item.status === 'completed' ? { item: { ...item, reversedCents }, cents } : undefined
}
