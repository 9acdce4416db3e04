/** Nightly readings. Guard: the business day is the id, so there is one per day. */
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { KEPT_SECONDS } from './retention.ts'

export const refreshes = defineCollection('refreshes', {
  /** `planning`: accounts are put on the queue; `reading`: all are on it; `done`: all are read or given up; `missed`: so too, but there were none: a later day was due. */
  state: z.enum(['planning', 'reading', 'done', 'missed']),
  isMissed: z.boolean().optional(),
  startedAt: Date,
  /** The accounts up to this one are planned. */
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

/** Those under way, the oldest first: normally one. */
export const refreshesUnderWay = (scope: Scope) => refreshes.find(scope, { state: 'reading' }, { sort: { id: 1 }, limit: 50 })

export async function lastRefresh(scope: Scope): Promise<Refresh | undefined> {
  const [last] = await refreshes.find(scope, { state: 'done' }, { sort: { id: -1 }, limit: 1 })
  return last
}
