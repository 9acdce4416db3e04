/** What a creator has earned with one campaign or partnership, and where that money is. Guard of each: its id, made of creator and subject. */
import { Id } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope } from '@reelfair/service-kit'
import { z } from 'zod'

export const earnings = defineCollection('earnings', {
  creatorId: Id,
  /** What it was earned with: a campaign's or partnership's name, or words. */
  subject: z.string().max(100),
  /** In all so far; 0 when the final reading took all of it. */
  cents: z.int().min(0),
  station: z.enum(['accruing', 'held', 'payable']),
  /** While held: until when. */
  until: z.date().optional(),
  /** It becomes payable when its campaign says so, not by the clock. */
  awaitsSettlement: z.literal(true).optional(),
  ...queueFields,
})
  .index({ station: 1, awaitsSettlement: 1, until: 1, id: 1 })
  .index({ subject: 1, station: 1, id: 1 })
  .index({ creatorId: 1, station: 1, until: 1 })

export const earningId = (creatorId: string, subject: string) => `${creatorId}:${subject}`

const HOLDINGS = 20

const COUNTED = 10_000

/** The earliest 20, and how many more there are. */
export async function holdingsOf(scope: Scope, creatorId: string) {
  const held = { creatorId, station: 'held' } as const
  const first = await earnings.find(scope, held, { sort: { until: 1 }, limit: HOLDINGS })
  return { first, more: first.length < HOLDINGS ? 0 : (await earnings.count(scope, held, COUNTED)) - HOLDINGS }
}

/** Earnings whose checks are over: they become payable. */
export const checkedEarnings = defineQueue(earnings, {
  name: 'checked-earnings',
  dueAt: 'until',
  where: { station: 'held', awaitsSettlement: { $exists: false } },
})

/** Of one campaign, those that still accrue. */
export const accruingOf = (scope: Scope, subject: string, limit: number) =>
  earnings.find(scope, { subject, station: 'accruing' }, { limit })
