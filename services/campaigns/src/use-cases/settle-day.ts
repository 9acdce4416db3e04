import { setTimeout as pause } from 'node:timers/promises'
import { instantOf } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { findUnsettled } from '../store/campaigns.ts'
import { findRefresh } from '../store/refreshes.ts'
import { settleCampaigns } from './settle-campaign.ts'

type Work = Context<'system', Ports>

/** Whoever reads views has until then. @source decisions §8 */
const REFRESH_DEADLINE = '04:00'
const LOOK_AGAIN_MS = 200

/**
 * Settles a business day: every campaign that runs or awaits its checks. Cut off and begun again, it goes on with those whose day is not
 * settled yet, so each is settled once; a day that was missed comes out as it would have.
 */
export async function settleDay({ day }: { day: string }, ctx: Work) {
  await waitForViews(day, ctx)
  let settled = 0
  for (;;) {
    const some = await findUnsettled(ctx, day)
    if (some.length === 0) break
    await settleCampaigns(some, day, ctx)
    settled += some.length
  }
  ctx.log.info({ day, campaigns: settled }, 'a day is settled')
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
