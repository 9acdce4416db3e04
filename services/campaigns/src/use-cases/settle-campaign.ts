/**
 * Settles one business day. Small campaigns share a transaction. A large campaign is planned once, and its plan is
 * stored and applied in parts, so that a crash in between does not change the result. ADR 14 says why small campaigns
 * have no stored plan. Every transaction writes to the campaign, so replicas cannot settle it twice.
 */
import { CampaignChanged } from '@reelfair/contracts'
import { nextDay } from '@reelfair/rules'
import { type Context, settleGroups, type Tx } from '@reelfair/service-kit'
import { deleteIfUnused } from '../domain/campaign.ts'
import { applyRow, type DayPlan, type DayResult, finish, type PlannedRow, planDay } from '../domain/settlement.ts'
import { insertAllocationLine, loadPart, putPart, removeLeftoverParts, removePart } from '../store/allocation-lines.ts'
import { type Campaign, campaigns, findByIds, saveCampaign } from '../store/campaigns.ts'
import { allOfEach, claimsOf, findSignUps, type SignUp, saveSignUp } from '../store/sign-ups.ts'

/** A campaign with more sign-ups is settled in parts of this size. */
const SIGN_UPS_PER_TRANSACTION = 500
const CAMPAIGNS_PER_TRANSACTION = 100

type Work = Pick<Context, 'transact' | 'connection' | 'log'>
type StoredPlan = NonNullable<Campaign['plan']>
type Due = AsyncIterable<Campaign> | Iterable<Campaign>

export async function settleCampaign(
  { id, plan, signUps }: Campaign,
  day: string,
  ctx: Work,
  max = SIGN_UPS_PER_TRANSACTION,
): Promise<void> {
  if (!plan && signUps <= max) return settleTogether([id], day, ctx)
  if (!plan && !(await storePlan(id, day, ctx, max))) return
  await applyStoredPlan(id, ctx)
}

/**
 * Settles small campaigns together. A campaign that fails stays due; the others continue.
 * @returns the numbers of settled and failed campaigns
 */
export const settleCampaigns = (due: Due, day: string, ctx: Work, max = SIGN_UPS_PER_TRANSACTION) => {
  const settle = async (group: readonly Campaign[]) => {
    const [campaign, ...others] = group
    if (campaign && others.length === 0) await settleCampaign(campaign, day, ctx, max)
    else {
      const ids = group.map(({ id }) => id)
      await settleTogether(ids, day, ctx)
    }
  }
  return settleGroups(groupsOf(due, max), settle, day, ctx)
}

/**
 * Groups up to 100 campaigns with at most `max` sign-ups in total. A campaign with more sign-ups or a stored plan is a
 * group of its own.
 */
async function* groupsOf(due: Due, max: number): AsyncGenerator<Campaign[]> {
  let group: Campaign[] = []
  let signUps = 0
  for await (const campaign of due) {
    const size = campaign.plan ? Number.POSITIVE_INFINITY : campaign.signUps
    if (group.length === CAMPAIGNS_PER_TRANSACTION || (group.length > 0 && signUps + size > max)) {
      yield group
      group = []
      signUps = 0
    }
    group.push(campaign)
    signUps += size
  }
  if (group.length > 0) yield group
}

const isDue = (campaign: Campaign | undefined, day: string): campaign is Campaign =>
  campaign?.nextSettlement !== undefined && campaign.nextSettlement <= day && !campaign.plan

const skipped = (campaign: Campaign, day: string): Campaign => ({
  ...campaign,
  nextSettlement: campaign.status === 'active' || (campaign.endedAt && !campaign.settledAt) ? nextDay(day) : undefined,
})

async function settleTogether(ids: readonly string[], day: string, ctx: Work): Promise<void> {
  const plans = await ctx.transact(async (tx) => {
    const due = (await findByIds(tx, ids)).filter((campaign) => isDue(campaign, day))
    const dueIds = due.map(({ id }) => id)
    const signUps = await allOfEach(tx, dueIds)
    const done: [campaignId: string, plan: DayPlan][] = []
    for (const campaign of due) {
      const all = signUps.get(campaign.id) ?? []
      const plan = planDay(campaign, all, day)
      if (plan) {
        await applyRows(tx, all, [...rowsOf(plan, all.length)], plan)
        const observedViews = all.reduce((sum, { observed }) => sum + observed, 0)
        await finishIn(tx, campaign, plan, { observedViews, unchecked: plan.unchecked.length })
        done.push([campaign.id, plan])
      } else await saveCampaign(tx, skipped(campaign, day))
    }
    return done
  })
  for (const [campaignId, plan] of plans) report(plan, campaignId, ctx)
}

/** @returns false if there is nothing to settle */
async function storePlan(id: string, day: string, ctx: Work, max: number): Promise<boolean> {
  const campaign = await campaigns.byId(ctx, id)
  if (!isDue(campaign, day)) return false
  // Pages read one after another are consistent: only a settlement changes allocations, and new sign-ups belong to the
  // next day.
  const { all, observed: observedViews } = await claimsOf(ctx, id)
  const plan = planDay(campaign, all, day)
  if (!plan) {
    await ctx.transact(async (tx) => {
      const now = await campaigns.byId(tx, id)
      if (isDue(now, day)) await saveCampaign(tx, skipped(now, day))
    })
    return false
  }
  let parts = 0
  for (const rows of partsOf(rowsOf(plan, all.length), max)) {
    await ctx.transact((tx) => putPart(tx, id, parts, { day, rows }))
    parts += 1
  }
  report(plan, id, ctx)
  const { emits, kept, result, unchecked } = plan
  return ctx.transact(async (tx) => {
    const now = await campaigns.byId(tx, id)
    // In the meantime, the brand has ended the campaign or another replica has settled it. The next night's run settles
    // what is still due.
    if (!isDue(now, day) || now.charged !== campaign.charged || now.status !== campaign.status) return false
    const stored = { day, parts, applied: 0, result: { ...result, observedViews }, kept, unchecked: unchecked.length, emits }
    await saveCampaign(tx, { ...now, plan: stored })
    return true
  })
}

/** Generates one part at a time, so that a very large campaign's plan is never held in memory as a whole. */
function* rowsOf(plan: DayPlan, count: number): Generator<PlannedRow> {
  for (let index = 0; index < count; index += 1) {
    const row = plan.rowOf(index)
    if (row) yield row
  }
}

function* partsOf<T>(all: Iterable<T>, max: number): Generator<T[]> {
  let part: T[] = []
  for (const one of all) {
    part.push(one)
    if (part.length === max) {
      yield part
      part = []
    }
  }
  if (part.length > 0) yield part
}

/** Applies each part in a transaction that also increments `applied`, so that each part takes effect only once. */
async function applyStoredPlan(id: string, ctx: Work): Promise<void> {
  let isDone = false
  while (!isDone)
    isDone = await ctx.transact(async (tx) => {
      const campaign = await campaigns.byId(tx, id)
      if (!campaign?.plan) return true
      const { plan, ...rest } = campaign
      if (plan.applied < plan.parts) await applyPart(tx, campaign, plan)
      else await finishStored(tx, rest, plan)
      return plan.applied === plan.parts
    })
}

async function applyPart(tx: Tx, campaign: Campaign, plan: StoredPlan): Promise<void> {
  const part = await loadPart(tx, campaign.id, plan.applied)
  const ids = part.rows.map(({ signUpId }) => signUpId)
  await applyRows(tx, await findSignUps(tx, ids), part.rows, plan)
  await removePart(tx, part)
  await saveCampaign(tx, { ...campaign, plan: { ...plan, applied: plan.applied + 1 } })
}

async function finishStored(tx: Tx, campaign: Campaign, plan: StoredPlan): Promise<void> {
  await removeLeftoverParts(tx, campaign.id)
  const { observedViews, ...result } = plan.result
  await finishIn(tx, campaign, { ...plan, result }, { observedViews, unchecked: plan.unchecked ?? 0 })
}

async function applyRows(tx: Tx, signUps: readonly SignUp[], rows: readonly PlannedRow[], plan: DayResult): Promise<void> {
  const rowOf = new Map(rows.map((row) => [row.signUpId, row]))
  for (const signUp of signUps) {
    const row = rowOf.get(signUp.id)
    if (!row) continue
    const applied = applyRow(signUp, row, plan)
    await saveSignUp(tx, applied.signUp)
    if (applied.line) await insertAllocationLine(tx, applied.line)
    for (const event of applied.events) tx.emit(event)
  }
}

async function finishIn(
  tx: Tx,
  campaign: Campaign,
  plan: DayResult,
  { observedViews, unchecked }: { readonly observedViews: number; readonly unchecked: number },
): Promise<void> {
  const finished = finish({ ...campaign, observedViews }, plan)
  const next = { ...finished.campaign, nextSettlement: finished.campaign.settledAt ? undefined : nextDay(plan.day) }
  const after = await saveCampaign(tx, deleteIfUnused(next, unchecked))
  for (const event of finished.events) tx.emit(event)
  // The campaign's end and its final settlement have their own events.
  if (
    !plan.emits &&
    (campaign.charged !== after.charged || campaign.reserved !== after.reserved || campaign.observedViews !== observedViews)
  )
    tx.emit(CampaignChanged.of(after, { campaignId: after.id }))
}

function report({ unchecked, day }: DayPlan, campaignId: string, { log }: Work): void {
  if (unchecked.length === 0) return
  log.error({ campaignId, day, signUps: unchecked.slice(0, 20), count: unchecked.length }, 'final readings missing at the deadline')
}
