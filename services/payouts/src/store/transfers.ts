/**
 * The transfer queue and the log of attempts. Guards: the transfer's version; only the lease holder records outcomes
 * other than a payment.
 */
import { AttemptOutcome, type ErrorCode, Id, TransferStatus, Views } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, released, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { QueuedTransfer } from '../domain/transfer.ts'

export const transfers = defineCollection('transfers', {
  creatorId: Id,
  stripeAccountId: String,
  amountCents: z.int().min(1),
  cause: z.enum(['manual', 'partnership']),
  partnershipId: Id.optional(),
  brandId: Id.optional(),
  viewsGoal: Views.optional(),
  status: TransferStatus,
  attempts: z.int().min(0),
  answered: z.int().min(0),
  triedAt: z.date().optional(),
  unansweredAt: z.date().optional(),
  lackedFunds: z.boolean().optional(),
  waitsFor: z.enum(['transfer_waits_for_funds', 'transfer_waits_for_provider', 'transfer_waits_for_answer']).optional(),
  dueAt: z.date().optional(),
  stripeTransferId: z.string().optional(),
  reversedCents: z.int().min(0),
  doubt: z
    .object({
      why: z.enum(['paid_twice', 'other_payment', 'paid_after_failure']),
      stripeTransferIds: z.array(z.string()).readonly(),
      isResolved: z.boolean(),
    })
    .optional(),
  failure: z.custom<ErrorCode>((code) => typeof code === 'string').optional(),
  createdAt: Date,
  finishedAt: z.date().optional(),
  ...queueFields,
})
  .index({ dueAt: 1, id: 1 })
  .index({ status: 1, triedAt: 1 })
  .index({ creatorId: 1, createdAt: -1, id: -1 })
  .index({ creatorId: 1, id: 1 })
  .index({ createdAt: -1, id: -1 })
  .index({ status: 1, createdAt: -1, id: -1 })
  .index({ 'doubt.isResolved': 1, id: 1 }, { where: { doubt: { $exists: true } } })
  // A Stripe transfer belongs to only one queued transfer.
  .unique('stripe_transfer', { stripeTransferId: 1 }, { where: { stripeTransferId: { $exists: true } } })

export type StoredTransfer = Stored<typeof transfers>

/** The lease outlasts an attempt, because each call to the provider ends within 4 s. */
export const transferQueue = defineQueue(transfers, { name: 'transfers', dueAt: 'dueAt', leaseMs: 60_000 })

export const saveOutcome = (tx: Tx, item: StoredTransfer) => transfers.save(tx, released(item))

export const attempts = defineCollection('transfer_attempts', {
  transferId: Id,
  creatorId: Id,
  attempt: z.int().min(1),
  at: Date,
  outcome: AttemptOutcome,
  httpStatus: z.int().optional(),
  body: z.string().max(2_000),
})
  .index({ at: -1, id: -1 })
  .index({ transferId: 1, at: -1, id: -1 })

type Page = { readonly limit: number; readonly cursor?: string | undefined }

export const insertTransfer = (tx: Tx, item: QueuedTransfer) => transfers.insert(tx, item)

const untriedSince = (since: Date) => ({ $or: [{ triedAt: { $exists: false } }, { triedAt: { $lt: since } }] })

const paused = (now: Date, since: Date) => ({ status: 'pending', triedAt: { $lt: since }, dueAt: { $gt: now } }) as const

/**
 * Finds the due transfer that has waited longest. With `since`, skips transfers tried at or after that time, and
 * returns a paused transfer if none is due.
 */
export async function findUntried(scope: Scope, now: Date, since?: Date): Promise<StoredTransfer[]> {
  const due = await transferQueue.due(scope, now, 1, since && untriedSince(since))
  return due.length > 0 || !since ? due : transfers.find(scope, paused(now, since), { sort: { triedAt: 1 }, limit: 1 })
}

const COUNTED = 10_000

export async function countUntried(scope: Scope, now: Date, since: Date): Promise<number> {
  const due = await transferQueue.countDue(scope, now, COUNTED, untriedSince(since))
  return due + (await transfers.count(scope, paused(now, since), COUNTED))
}

/** The next attempt follows the pause set by the outcome, or the queue's own pause if the attempt threw. */
export const nextAttemptOf = ({ dueAt, queue }: StoredTransfer): Date | undefined => (queue?.deadAt ? undefined : (queue?.retryAt ?? dueAt))

export async function firstRetry(scope: Scope, now: Date, since: Date): Promise<Date | undefined> {
  const tried = { triedAt: { $gte: since } }
  const [postponed] = await transfers.find(scope, { ...tried, dueAt: { $gt: now } }, { sort: { dueAt: 1 }, limit: 1 })
  const threw = { ...tried, status: 'processing', 'queue.retryAt': { $gt: now } } as const
  const [failed] = await transfers.find(scope, threw, { sort: { 'queue.retryAt': 1 }, limit: 1 })
  return [postponed, failed].flatMap((item) => (item && nextAttemptOf(item)) ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0]
}

export const transfersInReview = (scope: Scope) =>
  transfers.find(scope, { 'doubt.isResolved': false, doubt: { $exists: true } }, { sort: { id: 1 }, limit: 1_000 })

export const countInReview = (scope: Scope, creatorId: string) =>
  transfers.count(scope, { creatorId, 'doubt.isResolved': false, doubt: { $exists: true } }, COUNTED)

/** The condition is a range, so that the database uses the index. */
export const countWaiting = (scope: Scope) => transfers.count(scope, { dueAt: { $gte: new Date(0) } }, COUNTED)

export const transfersOf = (scope: Scope, creatorId: string, page: Page) =>
  transfers.page(scope, { creatorId }, { sort: { createdAt: -1 }, ...page })

export const pageOfTransfers = (scope: Scope, status: TransferStatus | undefined, page: Page) =>
  transfers.page(scope, status === undefined ? {} : { status }, { sort: { createdAt: -1 }, ...page })

export const pageOfAttempts = (scope: Scope, transferId: string | undefined, page: Page) =>
  attempts.page(scope, transferId === undefined ? {} : { transferId }, { sort: { at: -1 }, ...page })
