import { setTimeout as pause } from 'node:timers/promises'
import { type DataOf, RefreshCompleted } from '@reelfair/contracts'
import { instantOf, REFRESH_DEADLINE } from '@reelfair/rules'
import { z } from 'zod'
import { defineConfig } from './config.ts'
import { defineCollection } from './data/collection.ts'
import { on } from './define.ts'
import type { Context } from './service.ts'

const POLL_INTERVAL_MS = 200

/** For the configuration of a service that settles days. */
export const settlementConfig = defineConfig({
  SETTLEMENT_PATIENCE_SECONDS: z.coerce
    .number()
    .min(0)
    .default(60)
    .describe('Minimum wait for a day’s missing views; after that, but never before 04:00, the day is settled without them.'),
})

/**
 * A service's copy of the nightly refreshes that are complete, fed by `refresh.completed`, so that its settlement can
 * wait for the day's views.
 * @example
 * export const refreshes = refreshCopy()
 * defineService({ collections: [refreshes.collection], subscribes: [refreshes.subscription] })
 * await refreshes.waitFor(day, ctx, ctx.ports.patienceMs)
 */
export function refreshCopy() {
  /** The id of a refresh is its business day. */
  const collection = defineCollection('refreshes', { accounts: z.int(), failed: z.int(), heardAt: Date })

  const rememberRefresh = ({ day, accounts, failed }: DataOf<typeof RefreshCompleted>, ctx: Context) =>
    ctx.transact(async (tx) => {
      if (!(await collection.byId(tx, day))) await collection.insert(tx, { id: day, accounts, failed, heardAt: ctx.now() })
    })

  return {
    collection,
    subscription: on(RefreshCompleted, rememberRefresh),
    /**
     * Waits for the day's views, until 04:00 and for at least `patienceMs`. If they are late or incomplete, the caller
     * settles the known views; the rest count toward the next day.
     */
    async waitFor(day: string, ctx: Pick<Context, 'connection' | 'log' | 'now'>, patienceMs: number): Promise<void> {
      const deadline = instantOf(day, REFRESH_DEADLINE)
      // A day settled late is past its deadline, but the metrics service may still be catching up.
      const patience = performance.now() + patienceMs
      for (;;) {
        const refresh = await collection.byId(ctx, day)
        if (refresh) {
          if (refresh.failed > 0)
            ctx.log.warn({ day, accounts: refresh.accounts, failed: refresh.failed }, 'nightly refresh incomplete; settling known views')
          return
        }
        if (ctx.now() >= deadline && performance.now() >= patience) {
          ctx.log.error({ day }, 'nightly refresh missed its deadline; settling known views')
          return
        }
        await pause(POLL_INTERVAL_MS)
      }
    },
  }
}
