import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

/** The id of a refresh is its business day. */
export const refreshes = defineCollection('refreshes', { accounts: z.int(), failed: z.int(), heardAt: Date })

export const findRefresh = (scope: Scope, day: string) => refreshes.byId(scope, day)

export async function rememberRefreshOf(tx: Tx, day: string, facts: { accounts: number; failed: number; heardAt: Date }) {
  if (!(await refreshes.byId(tx, day))) await refreshes.insert(tx, { ...facts, id: day })
}
