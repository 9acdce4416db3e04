/** Sums over each brand's settled partnerships, so that reading them costs one document. Its id is the brand's. */
import { Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Partnership } from '../domain/partnership.ts'

export const brandRecords = defineCollection('brand_records', {
  settled: z.int().min(0),
  /** Those that paid the creator; the others stayed below the first tier. */
  paid: z.int().min(0),
  qualified: Views,
})

/** Call it in the transaction that settles the partnership for good. */
export async function addToRecord(
  tx: Tx,
  { brandId, decisions, isTest }: Pick<Partnership, 'brandId' | 'decisions' | 'isTest'>,
): Promise<void> {
  const { cents = 0, qualified = 0 } = decisions.at(-1) ?? {}
  const record = await brandRecords.lock(tx, brandId, { settled: 0, paid: 0, qualified: 0 })
  // The sandbox's test partnerships say nothing about the brand.
  const counted = isTest ? 0 : 1
  const sums = {
    settled: record.settled + counted,
    paid: record.paid + (cents > 0 ? counted : 0),
    qualified: record.qualified + qualified,
  }
  await brandRecords.save(tx, { ...record, ...sums })
}

/** @returns undefined for a brand without settled partnerships */
export const recordOf = (scope: Scope, brandId: string) => brandRecords.byId(scope, brandId)
