/**
 * Settles a campaign's business day. `planDay` computes a plan; `applyRow` and `finish` turn the plan into documents
 * and events.
 * @source decisions §1, §3
 */
import { type EventDraft, type ReviewDefaults, SignupCredited, SignupSettled } from '@reelfair/contracts'
import { type AllocationShare, earnedCents, instantOf, isFinalSettlementDue, SETTLEMENT_TIME, withDefaults } from '@reelfair/rules'
import { allocate, type Claim, type SignUpAllocation } from './allocation.ts'
import { campaignEnded, campaignSettled, end, phaseOf, type SettlingCampaign } from './campaign.ts'

/** A sign-up's counts from the metrics service; a higher revision replaces a lower one. */
export interface Totals {
  readonly revision: number
  readonly day: string
  readonly qualified: number
  readonly inReview: number
  /** Effects of default review verdicts on these totals, by the day on which each takes effect. */
  readonly defaults: readonly ReviewDefaults[]
  /** Views that were qualified or in review until the final reading removed them. */
  readonly removed?: number | undefined
  readonly isFinal: false | 'end' | 'checks'
  /** True if the network did not respond, which makes the last known figures final. */
  readonly finalReadingMissing?: true | undefined
}

export interface ClaimingSignUp {
  readonly id: string
  readonly signedUpAt: Date
  readonly totals?: Totals | undefined
  readonly charged: number
  readonly reserved: number
  readonly cents: number
}

export interface SettlingSignUp extends ClaimingSignUp {
  readonly version: number
  readonly campaignId: string
  readonly brandId: string
  readonly creatorId: string
  readonly settledAt?: Date | undefined
}

/** A day on a sign-up’s receipt, with every figure behind the allocation, in views and euro cents. */
export interface AllocationLine extends Pick<SignUpAllocation, 'demand' | 'granted' | 'freed'> {
  readonly signUpId: string
  readonly campaignId: string
  readonly creatorId: string
  readonly day: string
  /** Revision of the sign-up's totals; 0 if none had arrived. */
  readonly revision: number
  readonly qualified: number
  readonly inReview: number
  /** Views that qualify from this day onwards because their review was not decided in time. */
  readonly byDefault: number
  /** Views that the final reading removed. `returned` counts those whose credits return to the brand. */
  readonly removed?: number | undefined
  readonly returned?: number | undefined
  /** The goal's unallocated views before that day's allocation. */
  readonly left: number
  readonly shared?: AllocationShare | undefined
  readonly charged: Change
  readonly reserved: Change
  /** Earnings before and after, each `floor(charged × rate / 1,000)`; only the difference is posted. */
  readonly cents: Change
  readonly rateCard: SettlingCampaign['rateCard']
}

interface Change {
  readonly before: number
  readonly after: number
}

export interface PlannedRow {
  readonly signUpId: string
  readonly charged: number
  readonly reserved: number
  readonly cents: number
  readonly line?: Omit<AllocationLine, 'signUpId' | 'campaignId' | 'creatorId'> | undefined
}

export interface DayResult {
  readonly day: string
  readonly result: Pick<SettlingCampaign, 'status' | 'charged' | 'reserved' | 'endedAt' | 'payableAt' | 'settledAt'>
  /** The campaign’s event, published after its sign-ups’ events. */
  readonly emits?: 'ended' | 'settled' | undefined
  /** Credits kept at the campaign's end for views that have not been counted yet. */
  readonly kept?: number | undefined
}

export interface DayPlan extends DayResult {
  readonly unchecked: readonly string[]
  /**
   * The result for the sign-up at this index; undefined if nothing changes. Computed on demand, because a campaign may
   * have thousands of sign-ups.
   */
  rowOf(index: number): PlannedRow | undefined
}

/** @returns undefined if the totals are not newer or the sign-up is already settled */
export function keepNewest<SignUp extends SettlingSignUp>(signUp: SignUp, totals: Totals): SignUp | undefined {
  if (signUp.settledAt || totals.revision <= (signUp.totals?.revision ?? 0)) return undefined
  return { ...signUp, totals }
}

/**
 * Plans one business day for all of a campaign's sign-ups. A campaign ends on the first day settled after its `endsAt`,
 * or when all its views are charged. The final settlement follows on its planned day, or later if final readings are
 * missing.
 * @param day settled as of its `SETTLEMENT_TIME`, even if the job runs later, so that an outage does not change the
 * result
 * @returns undefined if the day is already settled or there is nothing to settle
 */
export function planDay(campaign: SettlingCampaign, signUps: readonly ClaimingSignUp[], day: string): DayPlan | undefined {
  const phase = phaseOf(campaign)
  if (phase === 'funding' || phase === 'unfunded' || phase === 'settled') return undefined
  if (campaign.settledThrough !== undefined && day <= campaign.settledThrough) return undefined
  const at = instantOf(day, SETTLEMENT_TIME)

  const finals = signUps.map(({ totals }) => totals)
  const isLast = phase === 'ended' && isFinalSettlementDue(campaign.endedAt, finals, day)
  const claims = signUps.map((signUp) => claimOf(campaign, signUp, day))
  const { allocations, left, charged, reserved, state } = allocate({ goal: campaign.viewsGoal, claims, isLast })

  const rowOf = (index: number): PlannedRow | undefined => {
    const [before, claim, allocation] = [signUps[index], claims[index], allocations[index]]
    if (!before || !claim || !allocation) return undefined
    const isChanged = allocation.charged !== before.charged || allocation.reserved !== before.reserved
    if (!isChanged && !isLast) return undefined
    const row = {
      signUpId: before.id,
      charged: allocation.charged,
      reserved: allocation.reserved,
      cents: earnedCents(allocation.charged, campaign.rateCard.centsPer1000),
    }
    return isChanged ? { ...row, line: lineOf(campaign, before, row, { day, claim, allocation, left }) } : row
  }
  const isEnding = !isLast && phase !== 'ended' && (state === 'completed' || isOver(campaign, at))
  const counted = { ...campaign, charged, reserved }
  const ended = isEnding ? end(counted, { at, signUps: signUps.length }) : { campaign: counted, kept: undefined }
  const { status, endedAt, payableAt, settledAt } = ended.campaign
  return {
    day,
    result: {
      charged,
      reserved,
      endedAt,
      payableAt,
      // Views from the last days can complete the goal after the campaign's end.
      status: isLast && state === 'completed' ? 'completed' : status,
      settledAt: isLast ? at : settledAt,
    },
    emits: isLast ? 'settled' : isEnding ? 'ended' : undefined,
    kept: ended.kept,
    unchecked: isLast ? signUps.filter(isUnchecked).map(({ id }) => id) : [],
    rowOf,
  }
}

export function applyRow<SignUp extends SettlingSignUp>(
  signUp: SignUp,
  { charged, reserved, cents, line }: PlannedRow,
  { day, result: { settledAt } }: DayResult,
): { readonly signUp: SignUp; readonly line: AllocationLine | undefined; readonly events: readonly EventDraft[] } {
  const after: SignUp = { ...signUp, charged, reserved, cents, ...(settledAt && { settledAt }) }
  const stored = { ...after, version: after.version + 1 }
  return {
    signUp: after,
    line: line && { ...line, signUpId: signUp.id, campaignId: signUp.campaignId, creatorId: signUp.creatorId },
    events: [
      ...(line && !line.returned ? [SignupCredited.of(stored, { signupId: signUp.id, day })] : []),
      ...(settledAt ? [SignupSettled.of(stored, { signupId: signUp.id })] : []),
    ],
  }
}

export function finish<Campaign extends SettlingCampaign>(
  campaign: Campaign,
  { day, result, emits, kept = 0 }: DayResult,
): { readonly campaign: Campaign; readonly events: readonly EventDraft[] } {
  const after: Campaign = { ...campaign, ...result, settledThrough: day }
  return { campaign: after, events: emits === 'ended' ? [campaignEnded(after, kept)] : emits === 'settled' ? [campaignSettled(after)] : [] }
}

const isOver = ({ endsAt }: SettlingCampaign, at: Date) => endsAt !== undefined && at >= endsAt

/** True if the network or the metrics service did not respond at the final reading. */
export const isUnchecked = ({ totals }: Pick<ClaimingSignUp, 'totals'>): boolean =>
  totals?.isFinal !== 'checks' || totals.finalReadingMissing === true

/** `byDefault` counts the views that qualify only because their review was not decided in time. */
type DatedClaim = Claim & { readonly byDefault: number }

function claimOf(
  campaign: Pick<SettlingCampaign, 'endedAt'>,
  { id, signedUpAt, charged, reserved, totals }: ClaimingSignUp,
  day: string,
): DatedClaim {
  const { removed } = totals ?? {}
  return { id, signedUpAt, charged, reserved, removed, ...withDefaults(campaign, totals, day) }
}

function lineOf(
  { rateCard }: SettlingCampaign,
  before: ClaimingSignUp,
  after: Pick<ClaimingSignUp, 'charged' | 'reserved' | 'cents'>,
  from: { readonly day: string; readonly claim: DatedClaim; readonly allocation: SignUpAllocation; readonly left: number },
): NonNullable<PlannedRow['line']> {
  const { demand, granted, freed, shared, returned = 0 } = from.allocation
  const { removed = 0 } = from.claim
  return {
    day: from.day,
    revision: before.totals?.revision ?? 0,
    qualified: from.claim.qualified,
    inReview: from.claim.inReview,
    byDefault: from.claim.byDefault,
    left: from.left,
    demand,
    granted,
    freed,
    ...(shared && { shared }),
    ...(removed > 0 && { removed }),
    ...(returned > 0 && { returned }),
    charged: { before: before.charged, after: after.charged },
    reserved: { before: before.reserved, after: after.reserved },
    cents: { before: before.cents, after: after.cents },
    rateCard,
  }
}
