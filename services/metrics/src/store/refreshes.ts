/** Guard: the business day is the id, so each day has only one refresh. */
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { KEPT_SECONDS } from './retention.ts'

export const refreshes = defineCollection('refreshes', {
  /**
   * `planning`: accounts are being queued; `reading`: all accounts are queued; `done`: all accounts were read or
   * abandoned; `missed`: completed without reading, because a later day was already due.
   */
  state: z.enum(['planning', 'reading', 'done', 'missed']),
  isMissed: z.boolean().optional(),
  startedAt: Date,
  plannedThrough: String,
  accounts: z.int().min(0),
  failed: z.int().min(0),
  completedAt: z.date().optional(),
})
  .index({ state: 1, id: 1 })
  .index({ startedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type Refresh = Stored<typeof refreshes>

export const refreshOf = (scope: Scope, day: string) => refreshes.byId(scope, day)
export const insertRefresh = (tx: Tx, refresh: Omit<Refresh, 'version'>) => refreshes.insert(tx, refresh)
export const saveRefresh = (tx: Tx, refresh: Refresh) => refreshes.save(tx, refresh)

export const refreshesUnderWay = (scope: Scope) => refreshes.find(scope, { state: 'reading' }, { sort: { id: 1 }, limit: 50 })

export async function lastRefresh(scope: Scope): Promise<Refresh | undefined> {
  const [last] = await refreshes.find(scope, { state: 'done' }, { sort: { id: -1 }, limit: 1 })
  return last
}
