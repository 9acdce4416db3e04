import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { eachDueOn, firstDay } from '../store/campaigns.ts'
import { refreshes } from '../store/refreshes.ts'
import { settleCampaigns } from './settle-campaign.ts'

/**
 * After an interruption, the next run continues with the remaining campaigns. A day settled late has the same result.
 */
export async function settleDay({ day }: { day: string }, ctx: Context<'system', Ports>) {
  await refreshes.waitFor(day, ctx, ctx.ports.patienceMs)
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
