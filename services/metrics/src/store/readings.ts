/** Readings; the id is the business day, so there is one per day. */
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const readings = defineCollection('readings', { at: Date, accounts: z.int().min(0) })

export const readingOf = (scope: Scope, day: string) => readings.byId(scope, day)

export const insertReading = (tx: Tx, reading: { id: string; at: Date; accounts: number }) => readings.insert(tx, reading)

export async function lastReading(scope: Scope) {
  const [last] = await readings.find(scope, {}, { sort: { id: -1 }, limit: 1 })
  return last
}
