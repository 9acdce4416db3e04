import { type Context, isUnavailable } from '@reelfair/service-kit'
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

/**
 * Settles the earliest days first, so that a partnership that failed earlier catches up in order. Skips a partnership
 * that fails in this run, so that it does not delay others.
 */
export async function settleDuePartnerships(day: string, ctx: Work) {
  const done = { settled: 0, failed: 0 }
  for (let due = await firstDay(ctx, '', day); due; due = await firstDay(ctx, due, day)) {
    let group: string[] = []
    const settleGroup = async () => {
      const failed = group.length === 0 ? 0 : await settleTogether(group, due as string, ctx)
      done.failed += failed
      done.settled += group.length - failed
      group = []
    }
    for await (const { id } of eachDueOn(ctx, due)) {
      group.push(id)
      if (group.length === BATCH) await settleGroup()
    }
    await settleGroup()
  }
  return done
}

/** @returns how many could not be settled */
async function settleTogether(ids: readonly string[], day: string, ctx: Work): Promise<number> {
  try {
    await settle(ids, day, ctx)
    return 0
  } catch (error) {
    if (isUnavailable(error)) throw error
    const [id, ...others] = ids
    if (others.length === 0) {
      // If another replica has taken over the job, the partnership is not at fault; this empty transaction then throws.
      await ctx.transact(async () => {})
      ctx.log.error({ partnershipId: id, day, error }, 'partnership could not be settled; will retry')
      return 1
    }
    ctx.log.warn({ day, error: String(error), partnerships: ids.length }, 'partnerships could not be settled together; retrying one by one')
    let failed = 0
    for (const one of ids) failed += await settleTogether([one], day, ctx)
    return failed
  }
}

async function settle(ids: readonly string[], day: string, ctx: Work): Promise<void> {
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
