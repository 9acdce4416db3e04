import { AccessRequested, Network } from '@reelfair/contracts'
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { READ_HOUR } from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { accessesOf } from '../store/accesses.ts'
import { openAfter } from '../store/assignments.ts'

const BATCH_SIZE = 500

/**
 * Requests the tokens that would expire during the coming nightly refresh, so that the readings do not wait for them.
 * Only for networks that are read with consent. Interrupted, it starts again; requests may arrive twice. A missed day's
 * refresh is over, so it requests nothing.
 */
export async function requestAccessAhead({ day }: { readonly day: string }, ctx: Work): Promise<void> {
  if (day !== businessDayOf(ctx.now()) || !Network.options.some(ctx.ports.needsConsent)) return
  const neededUntil = nextInstantAt(READ_HOUR, ctx.now())
  for (let after: string | undefined = ''; after !== undefined; ) {
    const next: Awaited<ReturnType<typeof openAfter>> = await openAfter(ctx, after, BATCH_SIZE)
    const keys = new Set(next.filter(({ network }) => ctx.ports.needsConsent(network)).map(({ accountKey }) => accountKey))
    await ctx.transact(async (tx) => {
      for (const { id: accountId, expiresAt } of (await accessesOf(tx, [...keys])).values())
        if (expiresAt && expiresAt < neededUntil) tx.emit(AccessRequested.of({ accountId, neededUntil }))
    })
    after = next.length < BATCH_SIZE ? undefined : next.at(-1)?.accountKey
  }
}
