import { setTimeout as pause } from 'node:timers/promises'
import { instantOf, REFRESH_DEADLINE } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { eachDueOn, firstDay } from '../store/campaigns.ts'
import { findRefresh } from '../store/refreshes.ts'
import { settleCampaigns } from './settle-campaign.ts'

type Work = Context<'system', Ports>

const POLL_INTERVAL_MS = 200

/**
 * After an interruption, the next run continues with the remaining campaigns. A day settled late has the same result.
 */
export async function settleDay({ day }: { day: string }, ctx: Work) {
  await waitForViews(day, ctx)
  const done = await settleDueCampaigns(day, ctx)
  if (done.failed > 0) ctx.log.error({ day, ...done }, 'business day settled; some campaigns failed')
  else ctx.log.info({ day, ...done }, 'business day settled')
}

/**
 * Settles the earliest days first, so that a campaign that failed earlier catches up in order. Skips a campaign that
 * fails in this run, so that it does not delay others.
 */
export async function settleDueCampaigns(day: string, ctx: Pick<Context, 'transact' | 'connection' | 'log'>, most?: number) {
  const done = { settled: 0, failed: 0 }
  for (let due = await firstDay(ctx, '', day); due; due = await firstDay(ctx, due, day)) {
    const { settled, failed } = await settleCampaigns(eachDueOn(ctx, due), due, ctx, most)
    done.settled += settled
    done.failed += failed
  }
  return done
}

/**
 * Waits for the day's views. If they are late or incomplete, settles the known views; the rest count toward the next
 * day.
 */
async function waitForViews(day: string, ctx: Work) {
  const deadline = instantOf(day, REFRESH_DEADLINE)
  // A day settled late is past its deadline, but the metrics service may still be catching up.
  const patience = performance.now() + ctx.ports.patienceMs
  for (;;) {
    const refresh = await findRefresh(ctx, day)
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
}
