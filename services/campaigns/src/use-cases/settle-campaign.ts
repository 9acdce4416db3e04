import { CampaignEnded, CampaignSettled, SignupCredited, SignupSettled } from '@reelfair/contracts'
import { nextDay } from '@reelfair/rules'
import type { Context, Tx } from '@reelfair/service-kit'
import { type SettledDay, settleDay } from '../domain/settlement.ts'
import { type Campaign, campaigns, saveCampaign } from '../store/campaigns.ts'
import { insertCredit, loadPart, type PlannedRow, putPart, removePart } from '../store/credits.ts'
import { allOf, findSignUps, type SignUp, saveSignUp } from '../store/sign-ups.ts'

/** So many sign-ups one transaction settles; a campaign of more is settled in parts. */
export const SIGN_UPS_AT_ONCE = 500

type Work = Pick<Context, 'transact' | 'connection' | 'log'>

/**
 * Settles one campaign's day, once: the campaign says which day is next, and every transaction writes it. What is worked out rests on all sign-ups together,
 * so a campaign of very many is planned first (the plan's last word is the campaign's `plan`), and then carried out part by part.
 */
export async function settleCampaign({ id, plan, signUps }: Campaign, day: string, ctx: Work, most = SIGN_UPS_AT_ONCE): Promise<void> {
  if (!plan && signUps <= most) return settleAtOnce(id, day, ctx)
  if (!plan && !(await makePlan(id, day, ctx, most))) return
  await carryOut(id, ctx)
}

const isDue = (campaign: Campaign | undefined, day: string): campaign is Campaign =>
  campaign?.nextSettlement !== undefined && campaign.nextSettlement <= day && !campaign.plan

/** What follows when there is nothing to settle: another day, or none any more. */
const skipped = (campaign: Campaign, day: string): Campaign => ({
  ...campaign,
  nextSettlement: campaign.status === 'active' || (campaign.endedAt && !campaign.settledAt) ? nextDay(day) : undefined,
})

/** Of all sign-ups, also those that the day did not change. */
const observedOf = (all: readonly SignUp[]) => all.reduce((sum, { observed }) => sum + observed, 0)

const afterwards = (campaign: Campaign, day: string): Campaign => ({
  ...campaign,
  nextSettlement: campaign.settledAt ? undefined : nextDay(day),
})

const settleAtOnce = async (id: string, day: string, ctx: Work) => {
  const unchecked = await ctx.transact(async (tx) => {
    const campaign = await campaigns.byId(tx, id)
    if (!isDue(campaign, day)) return []
    const all = await allOf(tx, id)
    const settled = settleDay(campaign, all, day)
    if (!settled) {
      await saveCampaign(tx, skipped(campaign, day))
      return []
    }
    for (const signUp of settled.signUps) await saveSignUp(tx, signUp)
    for (const credit of settled.credits) await insertCredit(tx, credit)
    for (const event of settled.events) tx.emit(event)
    await saveCampaign(tx, afterwards({ ...settled.campaign, observedViews: observedOf(all) }, day))
    return settled.unchecked
  })
  report(unchecked, { id, day }, ctx)
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
  const all = await allOf(ctx, id)
  const settled = settleDay(campaign, all, day)
  if (!settled) {
    await ctx.transact(async (tx) => {
      const now = await campaigns.byId(tx, id)
      if (isDue(now, day)) await saveCampaign(tx, skipped(now, day))
    })
    return false
  }
  const rows = rowsOf(settled)
  const count = Math.ceil(rows.length / most)
  for (let number = 0; number < count; number += 1)
    await ctx.transact((tx) => putPart(tx, id, number, { day, rows: rows.slice(number * most, (number + 1) * most) }))
  report(settled.unchecked, { id, day }, ctx)

  const { status, charged, reserved, endedAt, payableAt, settledAt } = settled.campaign
  const ended = settled.events.find(({ type }) => type === CampaignEnded.type)
  const says = ended ? ('ended' as const) : settledAt ? ('settled' as const) : undefined
  const kept = (ended?.data as { kept?: number } | undefined)?.kept
  return ctx.transact(async (tx) => {
    const now = await campaigns.byId(tx, id)
    // Deleted meanwhile, or settled by another replica.
    if (!isDue(now, day) || now.charged !== campaign.charged || now.status !== campaign.status) return false
    const result = { status, charged, reserved, observedViews: observedOf(all), endedAt, payableAt, settledAt }
    await saveCampaign(tx, { ...now, plan: { day, parts: count, applied: 0, result, kept, says } })
    return true
  })
}

function rowsOf({ signUps, credits }: SettledDay<Campaign, SignUp>): PlannedRow[] {
  const creditOf = new Map(credits.map((credit) => [credit.signUpId, credit]))
  return signUps.map(({ id, charged, reserved, cents }) => {
    const credit = creditOf.get(id)
    return { signUpId: id, charged, reserved, cents, ...(credit && { credit: { ...credit } }) }
  })
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
      await insertCredit(tx, credit)
      tx.emit(SignupCredited.of(after, { signupId: signUp.id, day: plan.day }))
    }
    if (settledAt) tx.emit(SignupSettled.of(after, { signupId: signUp.id }))
  }
  await removePart(tx, part)
  await saveCampaign(tx, { ...campaign, plan: { ...plan, applied: plan.applied + 1 } })
}

async function finish(tx: Tx, { plan: _, ...campaign }: Campaign, { day, result, kept = 0, says }: NonNullable<Campaign['plan']>) {
  const after = await saveCampaign(tx, afterwards({ ...campaign, ...result, settledThrough: day }, day))
  if (says === 'ended') tx.emit(CampaignEnded.of(after, { campaignId: after.id, kept }))
  if (says === 'settled') tx.emit(CampaignSettled.of(after, { campaignId: after.id }))
}
