/** A creator's earnings from one campaign or partnership. Guard: the id, composed of creator and subject. */
import { Id } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored } from '@reelfair/service-kit'
import { z } from 'zod'

export const earnings = defineCollection('earnings', {
  creatorId: Id,
  subject: z.string().max(100),
  /** Total so far; 0 if the final count left no views. */
  cents: z.int().min(0),
  station: z.enum(['accruing', 'held', 'payable']),
  /** The announced date of a held earning. Only the settlement makes it payable. */
  until: z.date().optional(),
  /**
   * Whether a partnership's payable earning has left for the payout account; absent for campaigns, which are paid from
   * one balance. The document's version numbers these changes.
   */
  payment: z.enum(['due', 'in_transfer', 'payed']).optional(),
  /** The transfer that contains this payment, unless it is `due`. */
  transferId: Id.optional(),
})
  .index({ subject: 1, station: 1, id: 1 })
  .index({ creatorId: 1, station: 1, until: 1 })
  .index({ creatorId: 1, id: 1 })
  .index({ creatorId: 1, payment: 1, id: 1 }, { where: { payment: { $exists: true } } })
  .index({ transferId: 1, id: 1 }, { where: { transferId: { $exists: true } } })

export type StoredEarning = Stored<typeof earnings>

export const earningId = (creatorId: string, subject: string) => `${creatorId}:${subject}`

const HOLDINGS = 20

const COUNTED = 10_000

export async function holdingsOf(scope: Scope, creatorId: string) {
  const held = { creatorId, station: 'held' } as const
  const first = await earnings.find(scope, held, { sort: { until: 1 }, limit: HOLDINGS })
  return { first, more: first.length < HOLDINGS ? 0 : (await earnings.count(scope, held, COUNTED)) - HOLDINGS }
}

export const accruingOf = (scope: Scope, subject: string, limit: number) =>
  earnings.find(scope, { subject, station: 'accruing' }, { limit })

/** Limits the documents and events of one transaction. */
export const MAX_COVERED = 100

/**
 * Payments that the creator's next transfer covers, oldest partnership first, and the cents of those that it leaves
 * out.
 */
export async function duePayments(scope: Scope, creatorId: string) {
  const due = { creatorId, payment: 'due' } as const
  const covered = await earnings.find(scope, due, { sort: { id: 1 }, limit: MAX_COVERED })
  if (covered.length < MAX_COVERED) return { covered, leftCents: 0 }
  const [all] = await earnings.aggregate<{ cents: number }>(scope, [{ $match: due }, { $group: { _id: 1, cents: { $sum: '$cents' } } }])
  return { covered, leftCents: (all?.cents ?? 0) - covered.reduce((sum, { cents }) => sum + cents, 0) }
}

export const paymentsIn = (scope: Scope, transferId: string) =>
  earnings.find(scope, { transferId }, { sort: { id: 1 }, limit: MAX_COVERED })
