import { CreditsConsumed, type DataOf, refuse, type SignupCredited, type SignupSettled } from '@reelfair/contracts'
import { found, type Tx } from '@reelfair/service-kit'
import { accountsOfSignUp, consumeHold, isClosed, restoreToHold } from '../domain/credits.ts'
import { signUpCause } from '../domain/earnings.ts'
import type { WorkContext } from '../ports.ts'
import { earningId, earnings } from '../store/earnings.ts'
import { findHold } from '../store/holds.ts'
import { postEntry, prefetchAccounts } from '../store/ledger.ts'
import { findPosted, putPosted, putSettled } from '../store/sign-ups.ts'
import { earnIn, holdBackIn, makePayableIn, reduceIn } from './earn.ts'
import { saveOrCloseIn } from './end-campaign.ts'

type Credited = DataOf<typeof SignupSettled>

/**
 * Uses credits and posts cents for newly allocated views. The event carries totals, so only the difference is posted.
 */
export const postSignUp = (event: DataOf<typeof SignupCredited>, ctx: WorkContext) => ctx.transact((tx) => creditIn(tx, event, ctx))

/**
 * Final settlement of a sign-up: makes its total earnings payable. The event may arrive before earlier ones, so its
 * totals include theirs. Views and cents may decrease only at this point, before they become payable.
 */
export const postFinalSignUp = (event: Credited, ctx: WorkContext) =>
  ctx.transact(async (tx) => {
    await creditIn(tx, event, ctx, { mayFall: true })
    const posted = found(await findPosted(tx, event.signupId))
    if (posted.isSettled) return
    await putSettled(tx, posted)
    if (event.charged > 0) {
      const hold = await holdOf(tx, event)
      await saveOrCloseIn(tx, { ...hold, settled: (hold.settled ?? 0) + event.charged }, ctx)
    }
    const earning = await earnings.byId(tx, earningId(event.creatorId, event.campaignId))
    if (!earning) return
    await holdBackIn(tx, { ...earning, until: ctx.now() }, ctx)
    await makePayableIn(tx, earning, ctx)
  })

/**
 * Guards: the versions of the sign-up, the hold and the earning; each entry's key, composed of sign-up and version.
 * @throws Refusal `not_found` if the hold is missing: the event arrived before its cause and will be redelivered
 */
async function creditIn(
  tx: Tx,
  { signupId, campaignId, brandId, creatorId, charged, cents, version }: Credited,
  ctx: WorkContext,
  { mayFall = false } = {},
) {
  const posted = await findPosted(tx, signupId)
  if (posted && posted.version >= version) return
  const [views, more] = [charged - (posted?.charged ?? 0), cents - (posted?.cents ?? 0)]
  if (!mayFall && (views < 0 || more < 0))
    throw new Error(`sign-up ${signupId} loses ${-views} views and ${-more} cents before its final settlement`)
  const cause = signUpCause(signupId, version)
  // Reads the accounts of all entries below in one round trip.
  await prefetchAccounts(tx, accountsOfSignUp({ campaignId, brandId, creatorId }))
  if (views !== 0 || more !== 0) {
    const hold = await holdOf(tx, { campaignId })
    if (isClosed(hold)) {
      if (mayFall) throw new Error(`sign-up ${signupId} is settled with ${charged} views after its campaign's hold was closed`)
      return
    }
    if (views !== 0) {
      const moved = views > 0 ? consumeHold(hold, views, cause) : restoreToHold(hold, -views, cause)
      await postEntry(tx, moved.entry, ctx)
      await saveOrCloseIn(tx, { ...moved.hold, version: hold.version }, ctx)
      if (views > 0) tx.emit(CreditsConsumed.of(hold, { credits: views }))
    }
    if (more > 0) await earnIn(tx, { creatorId, subject: campaignId, cents: more, cause, payableAt: hold.payableAt }, ctx)
    if (more < 0) await reduceIn(tx, { creatorId, subject: campaignId, cents: -more, cause }, ctx)
  }
  await putPosted(tx, { id: signupId, version, campaignId, brandId, creatorId, charged, cents })
}

const holdOf = async (tx: Tx, { campaignId }: Pick<Credited, 'campaignId'>) =>
  (await findHold(tx, { kind: 'campaign', id: campaignId })) ?? refuse('not_found')
