/** Each creator's latest settled partnerships, copied from the partnerships service's events. */
import { type CreatorRecord, Id, PaidTier, Version, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { recordOf, type SettledPartnership, withPartnership } from '../domain/record.ts'

const Settled = z.object({
  partnershipId: Id,
  version: Version,
  tier: PaidTier,
  observed: Views,
  qualified: Views,
  firstVideoAt: z.date().optional(),
  startsAt: z.date(),
  settledAt: z.date(),
})

/** The document's id is the creator's. */
export const records = defineCollection('records', { partnerships: z.array(Settled).max(10) })

export async function addToRecord(tx: Tx, creatorId: string, settled: SettledPartnership): Promise<void> {
  const record = await records.lock(tx, creatorId, { partnerships: [] })
  await records.save(tx, { ...record, partnerships: withPartnership(record.partnerships, settled) })
}

/** Creators without a settled partnership have an empty record. */
export async function recordsOf(scope: Scope, creatorIds: readonly string[]): Promise<(creatorId: string) => CreatorRecord> {
  const known = new Map((await records.byIds(scope, creatorIds)).map(({ id, partnerships }) => [id, partnerships]))
  return (creatorId) => recordOf(known.get(creatorId) ?? [])
}
