import { type Context, released, type Tx } from '@reelfair/service-kit'
import { start } from '../domain/partnership.ts'
import { loadAccount } from '../store/accounts.ts'
import { type Partnership, plannedPartnerships, saveStep } from '../store/partnerships.ts'

const BATCH = 100

/** Starts planned partnerships at their beginning; from then on, their videos are measured. */
export const startPartnerships = (ctx: Context): Promise<boolean> =>
  plannedPartnerships.workInTransaction(ctx, BATCH, async (tx, due) => {
    for (const partnership of due) await startIn(tx, released(partnership), ctx.now())
  })

/** @returns undefined if the partnership does not begin yet */
export async function startIn(tx: Tx, partnership: Partnership, at: Date): Promise<Partnership | undefined> {
  const { externalId } = await loadAccount(tx, partnership.accountId)
  const step = start(partnership, externalId, at)
  return step && saveStep(tx, step)
}
