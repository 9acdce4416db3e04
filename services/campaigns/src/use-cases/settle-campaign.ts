import { CampaignChanged, CampaignEnded, CampaignSettled, SignupCredited, SignupSettled } from '@reelfair/contracts'
import { nextDay } from '@reelfair/rules'
import { type Context, isUnavailable, type Tx } from '@reelfair/service-kit'
import { goIfUnused } from '../domain/campaign.ts'
import { type Claiming, type Day, settleDay, workOutDay } from '../domain/settlement.ts'
import { type Campaign, campaigns, findByIds, saveCampaign } from '../store/campaigns.ts'
import { insertCredit, loadPart, type PlannedRow, putPart, removeLeftParts, removePart } from '../store/credits.ts'
import { allOfEach, claimsOf, findSignUps, type SignUp, saveSignUp } from '../store/sign-ups.ts'

/** So many sign-ups one transaction settles; a campaign of more is settled in parts. */
export const SIGN_UPS_AT_ONCE = 500

type Work = Pick<Context, 'transact' | 'connection' | 'log'>

/**
 * Settles one campaign's day, once: the campaign says which day is next, and every transaction writes it. What is worked out rests on all sign-ups together,
 * so a campaign of very many is planned first (the plan's last word is the campaign's `plan`), and then carried out part by part.
 */
export async function settleCampaign({ id, plan, signUps }: Campaign, day: string, ctx: Work, most = SIGN_UPS_AT_ONCE): Promise<void> {
  if (!plan && signUps <= most) return settleAtOnce([id], day, ctx)
  if (!plan && !(await makePlan(id, day, ctx, most))) return
  await carryOut(id, ctx)
}

/**
 * Settles the day of several campaigns: small ones together, for a transaction of its own for each costs more than its work. One that cannot be settled holds
 * up none of the others: it is reported, and stays due.
 * @returns how many could not be settled
 */
export async function settleCampaigns(some: readonly Campaign[], day: string, ctx: Work, most = SIGN_UPS_AT_ONCE): Promise<number> {
  let failed = 0
  for (const group of inGroups(some, most)) {
    if (group.length > 1 && (await settledTogether(group, day, ctx))) continue
    for (const campaign of group) if (!(await settledAlone(campaign, day, ctx, most))) failed += 1
  }
  return failed
}

/** As many as have so many sign-ups in all; one of more than that, or with a plan, stands alone. */
function* inGroups(some: readonly Campaign[], most: number): Generator<Campaign[]> {
  let group: Campaign[] = []
  let signUps = 0
  for (const campaign of some) {
    const room = campaign.plan ? Number.POSITIVE_INFINITY : campaign.signUps
    if (group.length > 0 && signUps + room > most) {
      yield group
      group = []
      signUps = 0
    }
    group.push(campaign)
    signUps += room
  }
  if (group.length > 0) yield group
}

async function settledTogether(group: readonly Campaign[], day: string, ctx: Work): Promise<boolean> {
  try {
    await settleAtOnce(
      group.map(({ id }) => id),
      day,
      ctx,
    )
    return true
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.warn(
      { day, error: String(error), campaigns: group.length },
      'campaigns could not be settled together; each is settled by itself',
    )
    return false
  }
}

async function settledAlone(campaign: Campaign, day: string, ctx: Work, most: number): Promise<boolean> {
  try {
    await settleCampaign(campaign, day, ctx, most)
    return true
  } catch (error) {
    if (isUnavailable(error)) throw error
    // Whoever may not write any more, because another one has taken over, fails at this too, and it is no campaign's fault.
    await ctx.transact(async () => {})
    ctx.log.error({ campaignId: campaign.id, day, error }, 'a campaign could not be settled; it stays due, and the others go on')
    return false
  }
}

const isDue = (campaign: Campaign | undefined, day: string): campaign is Campaign =>
  campaign?.nextSettlement !== undefined && campaign.nextSettlement <= day && !campaign.plan

/** What follows when there is nothing to settle: another day, or none any more. */
const skipped = (campaign: Campaign, day: string): Campaign => ({
  ...campaign,
  nextSettlement: campaign.status === 'active' || (campaign.endedAt && !campaign.settledAt) ? nextDay(day) : undefined,
})

const afterwards = (campaign: Campaign, day: string, unchecked: number): Campaign =>
  goIfUnused({ ...campaign, nextSettlement: campaign.settledAt ? undefined : nextDay(day) }, unchecked)

/** Small ones, in one transaction. @returns what is to be reported */
async function settleAtOnce(ids: readonly string[], day: string, ctx: Work) {
  const late = await ctx.transact(async (tx) => {
    const due = (await findByIds(tx, ids)).filter((campaign) => isDue(campaign, day))
    const signUps = await allOfEach(
      tx,
      due.map(({ id }) => id),
    )
    const unchecked: [string, readonly string[]][] = []
    for (const campaign of due) unchecked.push([campaign.id, await settleNow(tx, campaign, signUps.get(campaign.id) ?? [], day)])
    return unchecked
  })
  for (const [id, unchecked] of late) report(unchecked, { id, day }, ctx)
}

async function settleNow(tx: Tx, campaign: Campaign, all: readonly SignUp[], day: string): Promise<readonly string[]> {
  const settled = settleDay(campaign, all, day)
  if (!settled) {
    await saveCampaign(tx, skipped(campaign, day))
    return []
  }
  for (const signUp of settled.signUps) await saveSignUp(tx, signUp)
  for (const credit of settled.credits) await insertCredit(tx, credit)
  for (const event of settled.events) tx.emit(event)
  const observedViews = all.reduce((sum, { observed }) => sum + observed, 0)
  const after = await saveCampaign(tx, afterwards({ ...settled.campaign, observedViews }, day, settled.unchecked.length))
  tellScreens(tx, campaign, after)
  return settled.unchecked
}

/** An end and a last word are told by themselves. */
function tellScreens(tx: Tx, before: Campaign, after: Campaign) {
  if (before.endedAt?.getTime() !== after.endedAt?.getTime() || before.settledAt?.getTime() !== after.settledAt?.getTime()) return
  if (before.charged !== after.charged || before.reserved !== after.reserved || before.observedViews !== after.observedViews)
    tx.emit(CampaignChanged.of(after, { campaignId: after.id }))
}

/** Whoever's figures did not come is a matter for people. */
function report(unchecked: readonly string[], at: { id: string; day: string }, { log }: Work) {
  if (unchecked.length > 0)
    log.error({ ...at, signUps: unchecked.slice(0, 20), count: unchecked.length }, 'final checks did not come in time')
}

/** @returns whether there is a plan to carry out */
async function makePlan(id: string, day: string, ctx: Work, most: number): Promise<boolean> {
  const campaign = await campaigns.byId(ctx, id)
  if (!isDue(campaign, day)) return false
  // Only a settlement changes what they were granted, and sign-ups that come meanwhile are there tomorrow: what is read in pages fits together.
  const { all, observed: observedViews } = await claimsOf(ctx, id)
  const settled = workOutDay(campaign, all, day)
  if (!settled) {
    await ctx.transact(async (tx) => {
      const now = await campaigns.byId(tx, id)
      if (isDue(now, day)) await saveCampaign(tx, skipped(now, day))
    })
    return false
  }
  let parts = 0
  for (const rows of inParts(rowsOf(settled, all.length), most)) {
    await ctx.transact((tx) => putPart(tx, id, parts, { day, rows }))
    parts += 1
  }
  report(settled.unchecked, { id, day }, ctx)

  const { status, charged, reserved, endedAt, payableAt, settledAt } = settled.campaign
  const says = settled.kept !== undefined ? ('ended' as const) : settledAt ? ('settled' as const) : undefined
  return ctx.transact(async (tx) => {
    const now = await campaigns.byId(tx, id)
    // Ended by its brand meanwhile, or settled by another replica: what is still due is made up for the next night.
    if (!isDue(now, day) || now.charged !== campaign.charged || now.status !== campaign.status) return false
    const result = { status, charged, reserved, observedViews, endedAt, payableAt, settledAt }
    const unchecked = settled.unchecked.length
    await saveCampaign(tx, { ...now, plan: { day, parts, applied: 0, result, kept: settled.kept, unchecked, says } })
    return true
  })
}

/** One after the other: a plan of very many is never in memory as a whole. */
function* rowsOf(settled: Day<Campaign, Claiming>, count: number): Generator<PlannedRow> {
  for (let index = 0; index < count; index += 1) {
    const one = settled.of(index)
    if (!one) continue
    const { id: signUpId, charged, reserved, cents } = one.signUp
    yield { signUpId, charged, reserved, cents, ...(one.credit && { credit: { ...one.credit } }) }
  }
}

function* inParts<T>(all: Iterable<T>, most: number): Generator<T[]> {
  let part: T[] = []
  for (const one of all) {
    part.push(one)
    if (part.length === most) {
      yield part
      part = []
    }
  }
  if (part.length > 0) yield part
}

/** Part by part, each once: `applied` counts them, in the transaction of their effects. The last word is the campaign's. */
async function carryOut(id: string, ctx: Work) {
  while (
    await ctx.transact(async (tx) => {
      const campaign = await campaigns.byId(tx, id)
      if (!campaign?.plan) return false
      const { plan } = campaign
      if (plan.applied === plan.parts) {
        await finish(tx, campaign, plan)
        return false
      }
      await applyPart(tx, campaign, plan)
      return true
    })
  );
}

async function applyPart(tx: Tx, campaign: Campaign, plan: NonNullable<Campaign['plan']>) {
  const part = await loadPart(tx, campaign.id, plan.applied)
  const rows = new Map(part.rows.map((row) => [row.signUpId, row]))
  for (const signUp of await findSignUps(tx, [...rows.keys()])) {
    const row = rows.get(signUp.id)
    if (!row) continue
    const { charged, reserved, cents, credit } = row
    const { settledAt } = plan.result
    const after = await saveSignUp(tx, { ...signUp, charged, reserved, cents, ...(settledAt && { settledAt }) })
    if (credit) {
      await insertCredit(tx, { ...credit, signUpId: signUp.id, campaignId: campaign.id, creatorId: signUp.creatorId })
      if (!credit.returned) tx.emit(SignupCredited.of(after, { signupId: signUp.id, day: plan.day }))
    }
    if (settledAt) tx.emit(SignupSettled.of(after, { signupId: signUp.id }))
  }
  await removePart(tx, part)
  await saveCampaign(tx, { ...campaign, plan: { ...plan, applied: plan.applied + 1 } })
}

async function finish(tx: Tx, { plan: _, ...campaign }: Campaign, plan: NonNullable<Campaign['plan']>) {
  const { day, result, kept = 0, unchecked = 0, says } = plan
  await removeLeftParts(tx, campaign.id)
  const after = await saveCampaign(tx, afterwards({ ...campaign, ...result, settledThrough: day }, day, unchecked))
  if (says === 'ended') tx.emit(CampaignEnded.of(after, { campaignId: after.id, kept }))
  if (says === 'settled') tx.emit(CampaignSettled.of(after, { campaignId: after.id }))
  tellScreens(tx, campaign, after)
}
