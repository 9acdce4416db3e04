import { isUnavailable } from './data/faults.ts'
import type { Context } from './service.ts'

interface Settled {
  readonly settled: number
  readonly failed: number
}

/**
 * Settles the earliest days first, so that what failed earlier catches up in order.
 * @param firstDay returns the earliest day after `after` with something to settle
 * @example settleDays((after) => firstDay(ctx, after, day), (due) => settleCampaigns(eachDueOn(ctx, due), due, ctx))
 */
export async function settleDays(
  firstDay: (after: string) => Promise<string | undefined>,
  settleDay: (day: string) => Promise<Settled>,
): Promise<Settled> {
  const done = { settled: 0, failed: 0 }
  for (let due = await firstDay(''); due; due = await firstDay(due)) {
    const { settled, failed } = await settleDay(due)
    done.settled += settled
    done.failed += failed
  }
  return done
}

/**
 * Settles each group in one transaction, because separate ones would cost more than the settlements. If a group fails,
 * each of its items is settled alone. An item that fails stays due; the others continue.
 * @throws the error of `settle` if the database is unavailable or another replica has taken over the job
 * @example settleGroups(groupsOf(due), (group) => settleTogether(group, day, ctx), day, ctx)
 */
export async function settleGroups<Item extends { readonly id: string }>(
  groups: AsyncIterable<readonly Item[]>,
  settle: (group: readonly Item[]) => Promise<void>,
  day: string,
  ctx: Pick<Context, 'transact' | 'log'>,
): Promise<Settled> {
  const done = { settled: 0, failed: 0 }
  const trySettling = async (group: readonly Item[]): Promise<void> => {
    try {
      await settle(group)
      done.settled += group.length
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (group.length > 1) {
        ctx.log.warn({ day, error, items: group.length }, 'group could not be settled; retrying one by one')
        for (const item of group) await trySettling([item])
        return
      }
      // If another replica has taken over the job, the item is not at fault; this empty transaction then throws.
      await ctx.transact(async () => {})
      ctx.log.error({ id: group[0]?.id, day, error }, 'item could not be settled; will retry')
      done.failed += 1
    }
  }
  for await (const group of groups) await trySettling(group)
  return done
}
