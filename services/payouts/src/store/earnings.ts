/** A creator's earnings from one campaign or partnership. Guard: the id, composed of creator and subject. */
import { Id } from '@reelfair/contracts'
import { defineCollection, type Scope } from '@reelfair/service-kit'
import { z } from 'zod'

export const earnings = defineCollection('earnings', {
  creatorId: Id,
  subject: z.string().max(100),
  /** Total so far; 0 if the final count left no views. */
  cents: z.int().min(0),
  station: z.enum(['accruing', 'held', 'payable']),
  /** The announced date of a held earning. Only the campaign's settlement makes it payable. */
  until: z.date().optional(),
})
  .index({ subject: 1, station: 1, id: 1 })
  .index({ creatorId: 1, station: 1, until: 1 })
  .index({ creatorId: 1, id: 1 })

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
