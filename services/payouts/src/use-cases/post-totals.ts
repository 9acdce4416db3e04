import { CreditsConsumed, refuse } from '@reelfair/contracts'
import { found, type Tx } from '@reelfair/service-kit'
import { accountsOfEarner, consumeHold, type HoldRef, isClosed, restoreToHold } from '../domain/credits.ts'
import { causeOf, type Earner } from '../domain/earnings.ts'
import type { WorkContext } from '../ports.ts'
import { earningId, earnings } from '../store/earnings.ts'
import { findHold } from '../store/holds.ts'
import { postEntry, prefetchAccounts } from '../store/ledger.ts'
import { findPosted, putPosted, putSettled } from '../store/posted-totals.ts'
import { earnIn, holdBackIn, makePayableIn, reduceIn } from './earn.ts'
import { saveOrCloseIn } from './end-campaign.ts'

/** All that a sign-up or partnership has used and earned so far, according to its service. */
export interface Totals {
  readonly earner: Earner
  /** Id of the sign-up or partnership. */
  readonly id: string
  readonly version: number
  /** Has the id of the campaign or partnership, which is the source of the earnings. */
  readonly hold: HoldRef
  readonly creatorId: string
  readonly charged: number
  readonly cents: number
  /** Default: the date at which the campaign's earnings become payable, if it has ended. */
  readonly payableAt?: Date | undefined
}

/**
 * Uses credits and posts cents. The totals include all earlier ones, so only the difference is posted, and events may
 * arrive in any order. Views and cents may decrease only in the final settlement, before they become payable. Guards:
 * the versions of the sign-up or partnership, the hold and the earning; each entry's key, composed of the earner and
 * its version.
 * @throws Refusal `not_found` if the hold is missing: the event arrived before its cause and will be redelivered
 */
export async function postTotalsIn(tx: Tx, totals: Totals, ctx: WorkContext, { mayFall = false } = {}): Promise<void> {
  const { earner, id, version, creatorId, charged, cents } = totals
  const { id: subject, brandId } = totals.hold
  const posted = await findPosted(tx, id)
  if (posted && posted.version >= version) return
  const [views, more] = [charged - (posted?.charged ?? 0), cents - (posted?.cents ?? 0)]
  if (!mayFall && (views < 0 || more < 0))
    throw new Error(`${earner} ${id} loses ${-views} views and ${-more} cents before its final settlement`)
  const cause = causeOf(earner, id, version)
  // Reads the accounts of all entries below in one round trip.
  await prefetchAccounts(tx, accountsOfEarner(totals.hold, creatorId))
  if (views !== 0 || more !== 0) {
    const hold = await holdOf(tx, totals)
    if (isClosed(hold)) {
      if (mayFall) throw new Error(`${earner} ${id} is settled with ${charged} views after its hold was closed`)
      return
    }
    if (views !== 0) {
      const moved = views > 0 ? consumeHold(hold, views, cause) : restoreToHold(hold, -views, cause)
      await postEntry(tx, moved.entry, ctx)
      await saveOrCloseIn(tx, { ...moved.hold, version: hold.version }, ctx)
      if (views > 0) tx.emit(CreditsConsumed.of(hold, { credits: views }))
    }
    const payableAt = totals.payableAt ?? hold.payableAt
    if (more > 0) await earnIn(tx, { creatorId, subject, cents: more, cause, payableAt }, ctx)
    if (more < 0) await reduceIn(tx, { creatorId, subject, cents: -more, cause }, ctx)
  }
  await putPosted(tx, { earner, id, version, subject, brandId, creatorId, charged, cents })
}

/**
 * Posts the final totals and makes the earning payable. The hold of a partnership has no other user, so it is closed
 * and its unused credits return to the brand. @returns false if the totals were already settled
 */
export async function settleTotalsIn(tx: Tx, totals: Totals, ctx: WorkContext): Promise<boolean> {
  const { earner, id, creatorId, charged } = totals
  await postTotalsIn(tx, totals, ctx, { mayFall: true })
  const posted = found(await findPosted(tx, id))
  if (posted.isSettled) return false
  await putSettled(tx, posted)
  const isOnly = earner === 'partnership'
  if (charged > 0 || isOnly) {
    const hold = await holdOf(tx, totals)
    const settled = (hold.settled ?? 0) + charged
    await saveOrCloseIn(tx, { ...hold, settled, ...(isOnly && { final: settled }) }, ctx)
  }
  const earning = await earnings.byId(tx, earningId(creatorId, totals.hold.id))
  if (earning) {
    await holdBackIn(tx, { ...earning, until: ctx.now() }, ctx)
    await makePayableIn(tx, earning, ctx)
  }
  return true
}

const holdOf = async (tx: Tx, { hold }: Pick<Totals, 'hold'>) => (await findHold(tx, hold)) ?? refuse('not_found')
