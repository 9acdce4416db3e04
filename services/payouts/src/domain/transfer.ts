/** The queue of transfers: how an item goes from pending to completed or failed. Pure; the order of steps is in the use cases. */
import type { ErrorCode, TransferStatus } from '@reelfair/contracts'

/** Why a transfer is tried again later, as the error table says it. */
export type WaitsFor = 'transfer_waits_for_funds' | 'transfer_waits_for_provider' | 'transfer_waits_for_answer'

export interface QueuedTransfer {
  readonly id: string
  readonly creatorId: string
  /** The account that it goes to; kept, so that each attempt asks for the same. */
  readonly stripeAccountId: string
  readonly amountCents: number
  readonly cause: 'manual' | 'partnership'
  readonly status: TransferStatus
  /** How often it was claimed. Who records an outcome must still be the one who claimed last. */
  readonly attempts: number
  /** Answers that the provider keeps under the key: each next attempt needs a new one. */
  readonly answered: number
  /** When an attempt last ended without an end; absent before the first. */
  readonly triedAt?: Date | undefined
  /** Once an attempt has met that the platform's funds were missing. */
  readonly lackedFunds?: boolean | undefined
  /** What that attempt came to, as long as it waits for the next. */
  readonly waitsFor?: WaitsFor | undefined
  /** Pending: when it is tried next. Processing: when whoever claimed it is taken for dead. Absent once it is over. */
  readonly dueAt?: Date | undefined
  readonly stripeTransferId?: string | undefined
  /** Of what was paid, so much was taken back. */
  readonly reversedCents: number
  readonly failure?: ErrorCode | undefined
  readonly createdAt: Date
  readonly finishedAt?: Date | undefined
}

/** What one attempt found out. `stored`: the provider would answer the same to the same key for a day. */
export type Outcome =
  | { readonly kind: 'paid' | 'found'; readonly stripeTransferId: string; readonly reversedCents: number }
  | { readonly kind: 'retry' | 'unknown'; readonly stored: boolean; readonly waitsFor: WaitsFor }
  | { readonly kind: 'refused'; readonly failure: ErrorCode }

/** Whoever claimed an item has so long; calls outside end within 10 s each. */
const LEASE_SECONDS = 60
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 6 * 3600
/** Together with the pauses about two days: longer than the provider remembers a key, so that the look-up after that is part of every life. */
export const MOST_ATTEMPTS = 16
const DAY_SECONDS = 86_400
/** An admin may ask for attempts before their time: these alone exhaust nothing. */
const LEAST_LIFE_SECONDS = DAY_SECONDS
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

/** Takes a due item, also one whose claimant is taken for dead; `early`: also one that is pending and whose pause is not over. */
export function claim<T extends QueuedTransfer>(item: T, now: Date, early = false): T | undefined {
  if (item.dueAt === undefined || (item.dueAt > now && !(early && item.status === 'pending'))) return undefined
  return { ...item, status: 'processing', attempts: item.attempts + 1, dueAt: later(now, LEASE_SECONDS) }
}

/** What names the transfer at the provider, whatever key it was made with. @source decisions §6: the queue item's id */
export const groupOf = ({ id }: Pick<QueuedTransfer, 'id'>): string => `transfer:${id}`

/** The item's id; with a number once the provider keeps a refusal under it and would repeat that for a day. */
export const keyOf = ({ id, answered }: Pick<QueuedTransfer, 'id' | 'answered'>): string =>
  answered === 0 ? `transfer:${id}` : `transfer:${id}:${answered}`

/** After so many attempts in so much time nothing is asked for any more: one last look, and the money is payable again if it was not paid. */
export function isExhausted({ attempts, lackedFunds = false, createdAt }: QueuedTransfer, now: Date): boolean {
  const life = lackedFunds ? LIFE_WITHOUT_FUNDS_SECONDS : LEAST_LIFE_SECONDS
  return attempts > MOST_ATTEMPTS && now >= later(createdAt, life)
}

/** Whether something may have been paid without our knowing, so that a look-up comes first. */
export const needsLookUp = ({ attempts }: Pick<QueuedTransfer, 'attempts'>): boolean => attempts > 1

/** Paid is paid, whoever finds it out and however late; once. */
export function completeTransfer<T extends QueuedTransfer>(item: T, stripeTransferId: string, now: Date): T | undefined {
  switch (item.status) {
    case 'pending':
    case 'processing':
      return { ...item, status: 'completed', stripeTransferId, waitsFor: undefined, dueAt: undefined, finishedAt: now }
    case 'completed':
      return undefined
    default:
      throw new Error(`transfer ${item.id} was paid as ${stripeTransferId} after it had failed`)
  }
}

const isStillMine = (item: QueuedTransfer, claimed: QueuedTransfer) => item.status === 'processing' && item.attempts === claimed.attempts

/** It is tried again after a pause; nothing changes when somebody else has claimed it since. */
export function postponeTransfer<T extends QueuedTransfer>(
  item: T,
  claimed: QueuedTransfer,
  { stored, waitsFor }: Pick<Extract<Outcome, { stored: boolean }>, 'stored' | 'waitsFor'>,
  now: Date,
): T | undefined {
  if (!isStillMine(item, claimed)) return undefined
  const answered = item.answered + (stored ? 1 : 0)
  const lackedFunds = item.lackedFunds || waitsFor === 'transfer_waits_for_funds'
  return { ...item, status: 'pending', answered, waitsFor, lackedFunds, triedAt: now, dueAt: later(now, pauseAfter(item.attempts)) }
}

export function failTransfer<T extends QueuedTransfer>(item: T, claimed: QueuedTransfer, failure: ErrorCode, now: Date): T | undefined {
  if (!isStillMine(item, claimed)) return undefined
  return { ...item, status: 'failed', failure, waitsFor: undefined, dueAt: undefined, finishedAt: now }
}

/** Cents taken back since the last time we heard; `reversedCents` counts from the beginning and never falls. */
export function reverseTransfer<T extends QueuedTransfer>(item: T, reversedCents: number): { item: T; cents: number } | undefined {
  const cents = reversedCents - item.reversedCents
  return cents > 0 && item.status === 'completed' ? { item: { ...item, reversedCents }, cents } : undefined
}
