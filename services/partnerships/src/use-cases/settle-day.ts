import { type Context, settleDays, settleGroups } from '@reelfair/service-kit'
import { settleDay as decide, isUnchecked } from '../domain/partnership.ts'
import type { Ports } from '../ports.ts'
import { closeInvitation } from '../store/invitations.ts'
import { eachDueOn, findByIds, firstDay, type Partnership, saveStep } from '../store/partnerships.ts'
import { refreshes } from '../store/refreshes.ts'

type Work = Pick<Context, 'transact' | 'connection' | 'log'>

const BATCH = 100

/**
 * Settles a business day after its nightly refresh, or at the deadline. After an interruption, the next run continues
 * with the remaining partnerships. A day settled late has the same result.
 */
export async function settleDay({ day }: { readonly day: string }, ctx: Context<'system', Ports>) {
  await refreshes.waitFor(day, ctx, ctx.ports.patienceMs)
  const done = await settleDuePartnerships(day, ctx)
  if (done.failed > 0) ctx.log.error({ day, ...done }, 'business day settled; some partnerships failed')
  else ctx.log.info({ day, ...done }, 'business day settled')
}

/** A partnership that fails in this run does not delay others. */
export const settleDuePartnerships = (day: string, ctx: Work) =>
  settleDays(
    (after) => firstDay(ctx, after, day),
    (due) => settleGroups(groupsOf(eachDueOn(ctx, due)), (group) => settle(group, due, ctx), due, ctx),
  )

async function* groupsOf(due: AsyncIterable<Partnership>): AsyncGenerator<Partnership[]> {
  let group: Partnership[] = []
  for await (const partnership of due) {
    group.push(partnership)
    if (group.length < BATCH) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

async function settle(group: readonly Partnership[], day: string, ctx: Work): Promise<void> {
  const ids = group.map(({ id }) => id)
  const unchecked = await ctx.transact(async (tx) => {
    const missing: string[] = []
    for (const partnership of await findByIds(tx, ids)) {
      const step = decide<Partnership>(partnership, day)
      if (!step) continue
      const after = await saveStep(tx, step)
      // From its end on, the brand may invite the account again.
      if (after.endedAt && !partnership.endedAt) await closeInvitation(tx, after.id, after.endedAt)
      if (after.settledAt && isUnchecked(after)) missing.push(after.id)
    }
    return missing
  })
  if (unchecked.length > 0) ctx.log.error({ day, partnerships: unchecked }, 'final readings missing at the deadline')
}
