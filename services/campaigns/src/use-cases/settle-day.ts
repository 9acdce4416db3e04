import { type Context, settleDays } from '@reelfair/service-kit'
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

/** A campaign that fails in this run does not delay others. */
export const settleDueCampaigns = (day: string, ctx: Pick<Context, 'transact' | 'connection' | 'log'>, most?: number) =>
  settleDays(
    (after) => firstDay(ctx, after, day),
    (due) => settleCampaigns(eachDueOn(ctx, due), due, ctx, most),
  )
