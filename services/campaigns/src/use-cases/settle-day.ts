import { setTimeout as pause } from 'node:timers/promises'
import { instantOf, REFRESH_DEADLINE } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { findDueOn, firstDay } from '../store/campaigns.ts'
import { findRefresh } from '../store/refreshes.ts'
import { settleCampaigns } from './settle-campaign.ts'

type Work = Context<'system', Ports>

const LOOK_AGAIN_MS = 200

/**
 * Settles a business day: every campaign that runs or awaits its checks. Cut off and begun again, it goes on with those whose day is not
 * settled yet, so each is settled once; a day that was missed comes out as it would have.
 */
export async function settleDay({ day }: { day: string }, ctx: Work) {
  await waitForViews(day, ctx)
  const done = await settleDues(day, ctx)
  if (done.failed > 0)
    ctx.log.error({ day, ...done }, 'a day is settled, but for campaigns that could not be: they come again the next night')
  else ctx.log.info({ day, ...done }, 'a day is settled')
}

/**
 * All that is due up to `day`, the earliest days first: a campaign that could not be settled for some nights makes up for each of its days, in their order.
 * What fails now is passed over, so nobody waits for it.
 */
export async function settleDues(day: string, ctx: Pick<Context, 'transact' | 'connection' | 'log'>, most?: number) {
  const done = { settled: 0, failed: 0 }
  for (let due = await firstDay(ctx, '', day); due; due = await firstDay(ctx, due, day))
    for (let after = ''; ; ) {
      const some = await findDueOn(ctx, due, after)
      const last = some.at(-1)
      if (!last) break
      const failed = await settleCampaigns(some, due, ctx, most)
      done.settled += some.length - failed
      done.failed += failed
      after = last.id
    }
  return done
}

/** The day's views first. Late or half done they are settled with what is there, and that is reported; what comes later counts on the next day. */
async function waitForViews(day: string, ctx: Work) {
  const deadline = instantOf(day, REFRESH_DEADLINE)
  // A day that is caught up is past its deadline from the beginning; whoever reads the views is catching up at the same time.
  const patience = performance.now() + ctx.ports.patienceMs
  for (;;) {
    const refresh = await findRefresh(ctx, day)
    if (refresh) {
      if (refresh.failed > 0)
        ctx.log.warn(
          { day, accounts: refresh.accounts, failed: refresh.failed },
          'views are settled, but for accounts that could not be read',
        )
      return
    }
    if (ctx.now() >= deadline && performance.now() >= patience) {
      ctx.log.error({ day }, 'the views of a day did not come in time: it is settled with what is there')
      return
    }
    await pause(LOOK_AGAIN_MS)
  }
}
