/** The queue of transfers: how an item goes from pending to completed or failed. Pure; the order of steps is in the use cases. */
import type { ErrorCode, TransferStatus } from '@reelfair/contracts'

/** Why a transfer is tried again later, as the error table says it. */
export type WaitsFor = 'transfer_waits_for_funds' | 'transfer_waits_for_provider' | 'transfer_waits_for_answer'

/**
 * The provider and the queue say different things of a transfer, and somebody has to look: it was made twice; it is of another amount or to somebody else;
 * it was paid after it had been given back.
 */
export interface Doubt {
  readonly why: 'paid_twice' | 'other_payment' | 'paid_after_failure'
  /** The provider's transfers that nothing was posted for. */
  readonly stripeTransferIds: readonly string[]
  /** Somebody has looked: these ids alone raise no new doubt. */
  readonly isSettled: boolean
}

export interface QueuedTransfer {
  readonly id: string
  readonly creatorId: string
  /** The account that it goes to; kept, so that each attempt asks for the same. */
  readonly stripeAccountId: string
  readonly amountCents: number
  readonly cause: 'manual' | 'partnership'
  readonly status: TransferStatus
  /** How often it was claimed. */
  readonly attempts: number
  /** Answers that the provider keeps under the key: each next attempt needs a new one. */
  readonly answered: number
  /** When an attempt last began, or was postponed; absent before the first. */
  readonly triedAt?: Date | undefined
  /** When a call that might have paid last went without a definite answer: it may still be on its way. */
  readonly unansweredAt?: Date | undefined
  /** Once an attempt has met that the platform's funds were missing. */
  readonly lackedFunds?: boolean | undefined
  /** What that attempt came to, as long as it waits for the next. */
  readonly waitsFor?: WaitsFor | undefined
  /** When it is tried next; while processing, when it was. Absent once it is over, and while somebody has to look. */
  readonly dueAt?: Date | undefined
  readonly stripeTransferId?: string | undefined
  /** Of what was paid, so much was taken back. */
  readonly reversedCents: number
  readonly failure?: ErrorCode | undefined
  readonly doubt?: Doubt | undefined
  readonly createdAt: Date
  readonly finishedAt?: Date | undefined
}

/**
 * What one attempt found out. `stored`: the provider would answer the same to the same key for a day. `mayBePaid`: a call that pays had no definite answer.
 */
export type Outcome =
  | { readonly kind: 'paid' | 'found'; readonly stripeTransferId: string; readonly reversedCents: number }
  | { readonly kind: 'retry' | 'unknown'; readonly stored: boolean; readonly mayBePaid: boolean; readonly waitsFor: WaitsFor }
  | { readonly kind: 'refused'; readonly failure: ErrorCode }

const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 6 * 3600
/** Together with the pauses about two days: longer than the provider remembers a key, so that the look-up after that is part of every life. */
export const MOST_ATTEMPTS = 16
const DAY_SECONDS = 86_400
/** An admin may ask for attempts before their time: these alone exhaust nothing. */
const LEAST_LIFE_SECONDS = DAY_SECONDS
/** The provider knows a key for a day, so a call that was lost on the way is not begun anew after that; an hour more for clocks and slow networks. */
const UNANSWERED_LASTS_SECONDS = DAY_SECONDS + 3600
/** What brands pay is at the provider's for a week before it can be transferred. */
const LIFE_WITHOUT_FUNDS_SECONDS = 14 * DAY_SECONDS

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Seconds between attempt `attempts` and the next: 30 s, doubled each time, 6 h at most. @example pauseAfter(3) // 120 */
export const pauseAfter = (attempts: number): number => Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)

export const enqueueTransfer = (
  made: Pick<QueuedTransfer, 'id' | 'creatorId' | 'stripeAccountId' | 'amountCents' | 'cause'>,
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

/** Begins an attempt with an item that nobody else has. */
export function claim<T extends QueuedTransfer>(item: T, now: Date): T {
  // The attempt before may have called without recording how that ended.
  const unansweredAt = item.status === 'processing' ? now : item.unansweredAt
  return { ...item, status: 'processing', attempts: item.attempts + 1, triedAt: now, unansweredAt }
}

/** What names the transfer at the provider, whatever key it was made with. @source decisions §6: the queue item's id */
export const groupOf = ({ id }: Pick<QueuedTransfer, 'id'>): string => `transfer:${id}`

/** The item's id; with a number once the provider keeps a refusal under it and would repeat that for a day. */
export const keyOf = ({ id, answered }: Pick<QueuedTransfer, 'id' | 'answered'>): string =>
  answered === 0 ? `transfer:${id}` : `transfer:${id}:${answered}`

/**
 * After so many attempts in so much time nothing is asked for any more: only looked up, until no call can be under way, and then the money is payable again
 * if it was not paid.
 */
export function isExhausted({ attempts, lackedFunds = false, createdAt }: QueuedTransfer, now: Date): boolean {
  const life = lackedFunds ? LIFE_WITHOUT_FUNDS_SECONDS : LEAST_LIFE_SECONDS
  return attempts > MOST_ATTEMPTS && now >= later(createdAt, life)
}

/** Whether a call that had no answer may yet pay: until then nothing comes back, whoever asks. */
export const mayStillBePaid = ({ unansweredAt }: Pick<QueuedTransfer, 'unansweredAt'>, now: Date): boolean =>
  unansweredAt !== undefined && now < later(unansweredAt, UNANSWERED_LASTS_SECONDS)

/** Whether something may have been paid without our knowing, so that a look-up comes first. */
export const needsLookUp = ({ attempts }: Pick<QueuedTransfer, 'attempts'>): boolean => attempts > 1

/** Paid is paid, whoever finds it out and however late; once. Undefined when it is over already. */
export const completeTransfer = <T extends QueuedTransfer>(item: T, stripeTransferId: string, now: Date): T | undefined =>
  item.status === 'pending' || item.status === 'processing'
    ? { ...item, status: 'completed', stripeTransferId, waitsFor: undefined, dueAt: undefined, finishedAt: now }
    : undefined

/** Why what the provider made cannot be the one that was booked; undefined when it can. */
export function contradictionOf(item: QueuedTransfer, stripeTransferId: string): Doubt['why'] | undefined {
  if (item.status === 'failed') return 'paid_after_failure'
  return item.status === 'completed' && item.stripeTransferId !== stripeTransferId ? 'paid_twice' : undefined
}

/** Marks that somebody has to look; what waits is not tried until they have. Undefined when all that is known already. */
export function doubtTransfer<T extends QueuedTransfer>(item: T, why: Doubt['why'], ids: readonly string[]): T | undefined {
  const known = item.doubt?.stripeTransferIds ?? []
  const stripeTransferIds = [...new Set([...known, ...ids])]
  if (stripeTransferIds.length === known.length) return undefined
  return { ...item, dueAt: item.status === 'pending' ? undefined : item.dueAt, doubt: { why, stripeTransferIds, isSettled: false } }
}

/** Somebody has looked: it goes on as any other. Undefined when there is nothing to look at. */
export function settleDoubt<T extends QueuedTransfer>(item: T, now: Date): T | undefined {
  if (!item.doubt || item.doubt.isSettled) return undefined
  return { ...item, dueAt: item.status === 'pending' ? now : item.dueAt, doubt: { ...item.doubt, isSettled: true } }
}

/** Schedules the next attempt after a pause. */
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

/** Cents taken back since the last time we heard; `reversedCents` counts from the beginning and never falls. */
export function reverseTransfer<T extends QueuedTransfer>(item: T, reversedCents: number): { item: T; cents: number } | undefined {
  const cents = reversedCents - item.reversedCents
  return cents > 0 && item.status === 'completed' ? { item: { ...item, reversedCents }, cents } : undefined
}
