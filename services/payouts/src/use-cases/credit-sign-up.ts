import { BalanceChanged, CreditsConsumed, refuse, type SignupCredited, type SignupSettled } from '@reelfair/contracts'
import { found, type Tx } from '@reelfair/service-kit'
import type { z } from 'zod'
import { accountsOfSignUp, type Hold, isClosed, restoreToHold, useHold } from '../domain/credits.ts'
import { credit, reduce, signUpCause } from '../domain/earnings.ts'
import type { EntryDraft } from '../domain/ledger.ts'
import type { Work } from '../ports.ts'
import { earningId, earnings } from '../store/earnings.ts'
import { findHold } from '../store/holds.ts'
import { postEntry, prefetchAccounts } from '../store/ledger.ts'
import { findPosted, putPosted, putSettled } from '../store/sign-ups.ts'
import { holdBackIn, makePayableIn } from './earn.ts'
import { saveOrCloseIn } from './end-campaign.ts'

type Credited = z.infer<typeof SignupSettled.schema>

const enter = (tx: Tx, draft: EntryDraft, ctx: Work) => postEntry(tx, draft, { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })

/** A settled day has granted a sign-up views: their credits are used, and their cents earned. Both are said in all, and what is posted is the difference. */
export const creditSignUp = (event: z.infer<typeof SignupCredited.schema>, ctx: Work) => ctx.transact((tx) => creditIn(tx, event, ctx))

/**
 * The final settlement of a sign-up: what it has earned in all is payable. It may have overtaken other events, so it carries all that they said. Only here may a
 * sign-up lose views and cents, and before any of it becomes payable.
 */
export const settleSignUp = (event: Credited, ctx: Work) =>
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
    if (earning.station === 'accruing') await holdBackIn(tx, { ...earning, until: ctx.now() }, ctx)
    await makePayableIn(tx, earning, ctx)
  })

/**
 * Guards: the sign-up's version; the hold's and the earning's; each entry's key, of sign-up and version.
 * @throws Refusal `not_found` while the hold is not there: the message has overtaken its cause and comes again
 */
async function creditIn(
  tx: Tx,
  { signupId, campaignId, brandId, creatorId, charged, cents, version }: Credited,
  ctx: Work,
  { mayFall = false } = {},
) {
  const posted = await findPosted(tx, signupId)
  if (posted && posted.version >= version) return
  const [views, more] = [charged - (posted?.charged ?? 0), cents - (posted?.cents ?? 0)]
  if (!mayFall && (views < 0 || more < 0))
    throw new Error(`sign-up ${signupId} falls by ${-views} views and ${-more} cents before its final settlement`)
  const cause = signUpCause(signupId, version)
  // One round trip for the accounts of all entries below.
  await prefetchAccounts(tx, accountsOfSignUp({ campaignId, brandId, creatorId }))
  if (views !== 0 || more !== 0) {
    const hold = await holdOf(tx, { campaignId })
    if (isClosed(hold)) {
      if (mayFall) throw new Error(`sign-up ${signupId} is settled with ${charged} views after its campaign's hold was closed`)
      return
    }
    if (views !== 0) {
      const moved = views > 0 ? useHold(hold, views, cause) : restoreToHold(hold, -views, cause)
      await enter(tx, moved.entry, ctx)
      await saveOrCloseIn(tx, { ...moved.hold, version: hold.version }, ctx)
      if (views > 0) tx.emit(CreditsConsumed.of(hold, { credits: views }))
    }
    if (more > 0) await earnIn(tx, { creatorId, campaignId, cents: more, cause, payableAt: hold.payableAt }, ctx)
    if (more < 0) await reduceIn(tx, { creatorId, campaignId, cents: -more, cause }, ctx)
  }
  await putPosted(tx, { id: signupId, version, campaignId, brandId, creatorId, charged, cents })
}

const holdOf = async (tx: Tx, { campaignId }: Pick<Credited, 'campaignId'>) =>
  (await findHold(tx, { kind: 'campaign', id: campaignId })) ?? refuse('not_found')

interface EarningChange {
  readonly creatorId: string
  readonly campaignId: string
  readonly cents: number
  /** Suffix of the entry's key. */
  readonly cause: string
}

async function reduceIn(tx: Tx, { creatorId, campaignId, cents, cause }: EarningChange, ctx: Work) {
  const known = found(await earnings.byId(tx, earningId(creatorId, campaignId)))
  if (known.station === 'payable') throw new Error(`the earning ${known.id} is payable and falls no more`)
  await enter(tx, reduce(known, { cents, station: known.station, cause }), ctx)
  await earnings.save(tx, { ...known, cents: known.cents - cents })
  tx.emit(BalanceChanged.of({ creatorId }))
}

/** @param payableAt set once the campaign has ended: the cents are held until then */
async function earnIn(tx: Tx, { creatorId, campaignId, cents, cause, payableAt }: EarningChange & Pick<Hold, 'payableAt'>, ctx: Work) {
  const key = { creatorId, subject: campaignId }
  let known = await earnings.byId(tx, earningId(creatorId, campaignId))
  if (known?.station === 'accruing' && payableAt) {
    // Its turn to be held back has not come yet.
    await holdBackIn(tx, { ...known, until: payableAt }, ctx)
    known = await earnings.byId(tx, known.id)
  }
  const station = known?.station ?? (payableAt ? 'held' : 'accruing')
  if (station === 'payable') throw new Error(`the earning of ${creatorId} with ${campaignId} is payable and grows no more`)
  await enter(tx, credit(key, { cents, station, cause }), ctx)
  await (known
    ? earnings.save(tx, { ...known, cents: known.cents + cents })
    : earnings.insert(tx, {
        ...key,
        id: earningId(creatorId, campaignId),
        cents,
        station,
        awaitsSettlement: true,
        ...(payableAt && { until: payableAt }),
      }))
  tx.emit(BalanceChanged.of({ creatorId }))
}
