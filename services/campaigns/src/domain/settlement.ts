/**
 * What a business day does to a campaign and its sign-ups: views are allocated, cents follow, the campaign ends and is settled. Pure: it returns what changes
 * and what is said, or nothing when the day has been settled or there is nothing to settle.
 * @source decisions §1, §3
 */
import {
  CampaignEnded,
  CampaignSettled,
  type CampaignStatus,
  type EventDraft,
  type ReviewDefaults,
  SignupCredited,
  SignupSettled,
} from '@reelfair/contracts'
import {
  earnedCents,
  finalReadingDay,
  finalSettlementAt,
  instantOf,
  latestSettlementAt,
  SETTLEMENT_TIME,
  type Shared,
} from '@reelfair/rules'
import { type Allotment, allocate, type Claim } from './allocation.ts'

/** What metrics has counted for a sign-up in all; a higher revision replaces a lower one. */
export interface Totals {
  readonly revision: number
  /** The business day on which metrics counted them. */
  readonly day: string
  readonly qualified: number
  readonly inReview: number
  /** What reviews' defaults do to these totals, by the day on which that takes effect. */
  readonly defaults: readonly ReviewDefaults[]
  /** What the final reading took off views that qualified or were in review. */
  readonly removed?: number | undefined
  readonly isFinal: false | 'end' | 'checks'
  /** The network stayed silent at the final reading: the last known figures are final. */
  readonly finalReadingMissing?: true | undefined
}

/** A sign-up as far as its allocation goes. */
export interface Claiming {
  readonly id: string
  readonly signedUpAt: Date
  readonly totals?: Totals | undefined
  readonly charged: number
  readonly reserved: number
  /** Earned in all: always `earnedCents(charged, …)`. */
  readonly cents: number
}

/** A sign-up as far as its settlement goes. */
export interface Settling extends Claiming {
  readonly version: number
  readonly campaignId: string
  readonly brandId: string
  readonly creatorId: string
  readonly settledAt?: Date | undefined
}

/** A campaign as far as its settlement goes. */
export interface Running {
  readonly id: string
  readonly version: number
  readonly brandId: string
  readonly status: CampaignStatus
  readonly viewsGoal: number
  /** The card in force when it was created. */
  readonly rateCard: { readonly validFrom: string; readonly centsPer1000: number }
  readonly endsAt?: Date | undefined
  /** Sums over its sign-ups. */
  readonly charged: number
  readonly reserved: number
  /** The last business day that was settled. */
  readonly settledThrough?: string | undefined
  readonly endedAt?: Date | undefined
  readonly payableAt?: Date | undefined
  readonly settledAt?: Date | undefined
}

/** `closed`: all views are given out, part of them waits for reviews; one that says no opens it again. `ended`: the final checks run. */
export type Phase = 'funding' | 'unfunded' | 'open' | 'closed' | 'ended' | 'settled'

/** Where a campaign stands. @throws Error for a status it does not know */
export function phaseOf(campaign: Omit<Running, 'rateCard'>): Phase {
  switch (campaign.status) {
    case 'funding':
      return 'funding'
    case 'active':
      return campaign.charged + campaign.reserved >= campaign.viewsGoal ? 'closed' : 'open'
    case 'completed':
    case 'failed':
      if (!campaign.endedAt) return 'unfunded'
      return campaign.settledAt ? 'settled' : 'ended'
    default:
      throw new Error(`campaign ${campaign.id} has the status ${campaign.status satisfies never}`)
  }
}

/** The line of a receipt: what a day has granted a sign-up, and all that it rests on. Amounts are views and euro cents. */
export interface Credit extends Pick<Allotment, 'demand' | 'granted' | 'freed'> {
  readonly signUpId: string
  readonly campaignId: string
  readonly creatorId: string
  readonly day: string
  /** Of the totals it rests on; 0 when there were none yet. */
  readonly revision: number
  readonly qualified: number
  readonly inReview: number
  /** Of those qualified: what counts since this day because nobody decided in time. */
  readonly byDefault: number
  /** What the final reading took off views that qualified or were in review, and the credits granted for them that returned to the brand. */
  readonly removed?: number | undefined
  readonly returned?: number | undefined
  /** What the goal left to share among all sign-ups on that day. */
  readonly left: number
  readonly shared?: Shared
  readonly charged: Change
  readonly reserved: Change
  /** `floor(charged × rate / 1,000)`, before and after; what is posted is their difference. */
  readonly cents: Change
  readonly rateCard: Running['rateCard']
}

/** A line without whose it is. */
export type Granted = Omit<Credit, 'signUpId' | 'campaignId' | 'creatorId'>

interface Change {
  readonly before: number
  readonly after: number
}

export interface SettledDay<Campaign, SignUp> {
  readonly campaign: Campaign
  /** Those that changed, and no others. */
  readonly signUps: readonly SignUp[]
  readonly credits: readonly Credit[]
  readonly events: readonly EventDraft[]
  /** Sign-ups whose final reading is missing at the final settlement; to be reported. */
  readonly unchecked: readonly string[]
}

/** Totals that are newer than those known; nothing when they are not, or the last word has been spoken. */
export function keepNewest<SignUp extends Settling>(signUp: SignUp, totals: Totals): SignUp | undefined {
  if (signUp.settledAt || totals.revision <= (signUp.totals?.revision ?? 0)) return undefined
  return { ...signUp, totals }
}

/** What a day does to a campaign; what it does to each sign-up is worked out when it is asked for, for there may be very many. */
export interface Day<Campaign, SignUp> {
  readonly campaign: Campaign
  /** What is said of the campaign itself, after all that is said of its sign-ups. */
  readonly event?: EventDraft
  /** Of `campaign.ended`: what is kept back for the last views. */
  readonly kept?: number
  readonly unchecked: readonly string[]
  /** What becomes of the sign-up at this place; nothing when it stays as it is. */
  of(index: number): Settled<SignUp> | undefined
}

export interface Settled<SignUp> {
  readonly signUp: SignUp
  /** When it was granted anything, or lost what was reserved. */
  readonly credit?: Granted
  /** For good. */
  readonly isLast: boolean
}

/**
 * Settles a business day: all sign-ups of the campaign together, with the newest totals of each. A campaign ends on the first day settled after its `endsAt`, or
 * when all its views are charged. On its planned day or later it is settled for good, once all final readings are in or their deadline is over.
 * @param signUps all of the campaign
 * @param day at whose `SETTLEMENT_TIME` all happens, also when the day is caught up later: so trouble changes no result
 */
export function settleDay<Campaign extends Running, SignUp extends Settling>(
  campaign: Campaign,
  signUps: readonly SignUp[],
  day: string,
): SettledDay<Campaign, SignUp> | undefined {
  const settled = workOutDay(campaign, signUps, day)
  if (!settled) return undefined
  const changed: SignUp[] = []
  const credits: Credit[] = []
  const events: EventDraft[] = []
  for (const index of signUps.keys()) {
    const one = settled.of(index)
    if (!one) continue
    const { id: signUpId, creatorId } = one.signUp
    changed.push(one.signUp)
    if (one.credit) {
      credits.push({ signUpId, campaignId: campaign.id, creatorId, ...one.credit })
      if (!one.credit.returned) events.push(SignupCredited.of(asStored(one.signUp), { signupId: signUpId, day }))
    }
    if (one.isLast) events.push(SignupSettled.of(asStored(one.signUp), { signupId: signUpId }))
  }
  if (settled.event) events.push(settled.event)
  return { campaign: settled.campaign, signUps: changed, credits, events, unchecked: settled.unchecked }
}

/** As `settleDay`; of the sign-ups only what it rests on is needed. */
export function workOutDay<Campaign extends Running, SignUp extends Claiming>(
  campaign: Campaign,
  signUps: readonly SignUp[],
  day: string,
): Day<Campaign, SignUp> | undefined {
  const phase = phaseOf(campaign)
  if (phase === 'funding' || phase === 'unfunded' || phase === 'settled') return undefined
  if (campaign.settledThrough !== undefined && day <= campaign.settledThrough) return undefined
  const at = instantOf(day, SETTLEMENT_TIME)

  const isLast = phase === 'ended' && isFinalSettlement(campaign, signUps, day)
  const claims = signUps.map((signUp) => claimOf(campaign, signUp, day))
  const { allotments, left, ...shared } = allocate({ goal: campaign.viewsGoal, claims, isLast })

  let next: Campaign = { ...campaign, charged: shared.charged, reserved: shared.reserved, settledThrough: day }
  let word: Pick<Day<Campaign, SignUp>, 'event' | 'kept'> = {}
  if (isLast) {
    // Views of the last days may have reached the goal only now.
    next = { ...next, status: shared.state === 'completed' ? 'completed' : campaign.status, settledAt: at }
    word = { event: CampaignSettled.of(asStored(next), { campaignId: next.id }) }
  } else if (phase !== 'ended' && (shared.state === 'completed' || isOver(campaign, at))) {
    const ended = end(next, { at, signUps: signUps.length })
    next = ended.campaign
    word = { event: ended.event, kept: ended.kept }
  }
  return {
    campaign: next,
    ...word,
    unchecked: isLast ? signUps.filter(isUnchecked).map(({ id }) => id) : [],
    of(index) {
      const [signUp, claim, allotment] = [signUps[index], claims[index], allotments[index]]
      if (!signUp || !claim || !allotment) return undefined
      const { charged, reserved } = allotment
      const moved = charged !== signUp.charged || reserved !== signUp.reserved
      if (!moved && !isLast) return undefined
      const after: SignUp = {
        ...signUp,
        charged,
        reserved,
        cents: earnedCents(charged, campaign.rateCard.centsPer1000),
        ...(isLast && { settledAt: at }),
      }
      return { signUp: after, isLast, ...(moved && { credit: grantedBy(campaign, signUp, after, { day, claim, allotment, left }) }) }
    },
  }
}

const isOver = ({ endsAt }: Running, at: Date) => endsAt !== undefined && at >= endsAt

/**
 * A campaign is over, at its time or before it. What was earned is held until the first settlement after the final checks.
 * @param signUps how many have joined; when nobody has, no views can come any more, and nothing is kept back for them
 */
export function end<Campaign extends Running>(campaign: Campaign, { at, signUps }: { readonly at: Date; readonly signUps: number }) {
  const { viewsGoal, charged, reserved, endsAt } = campaign
  const endedAt = endsAt && at >= endsAt ? endsAt : at
  const payableAt = finalSettlementAt(endedAt)
  const ended: Campaign = { ...campaign, status: charged >= viewsGoal ? 'completed' : 'failed', endedAt, payableAt }
  const kept = signUps === 0 ? 0 : viewsGoal - charged - reserved
  return { campaign: ended, event: CampaignEnded.of(asStored(ended), { campaignId: ended.id, kept }), kept }
}

/** Its final reading is missing: the network stayed silent, or metrics did. */
export const isUnchecked = ({ totals }: Pick<Claiming, 'totals'>): boolean =>
  totals?.isFinal !== 'checks' || totals.finalReadingMissing === true

/**
 * Not before the planned day, whenever that is caught up; later only while a network stays silent. A final reading counts from its own day on: were it to settle
 * an earlier day that is caught up, the date of the settlement would depend on which of the two came first.
 * @source decisions §3, §5
 */
function isFinalSettlement({ endedAt }: Running, signUps: readonly Claiming[], day: string): boolean {
  const at = instantOf(day, SETTLEMENT_TIME)
  if (signUps.length === 0) return true
  if (!endedAt || at < finalSettlementAt(endedAt)) return false
  return at >= latestSettlementAt(endedAt) || signUps.every(({ totals }) => totals?.isFinal === 'checks' && totals.day <= day)
}

/** A claim, and how many of its qualified views count since this day by a default. */
type DatedClaim = Claim & { readonly byDefault: number }

function claimOf(campaign: Pick<Running, 'endedAt'>, { id, signedUpAt, charged, reserved, totals }: Claiming, day: string): DatedClaim {
  const { removed } = totals ?? {}
  return { id, signedUpAt, charged, reserved, removed, ...withDefaults(campaign, totals, day) }
}

/**
 * Totals as of a day's settlement: a default that is due counts also before metrics has applied it, and one applied already does not count before it is due. A
 * campaign's end brings the deadlines of its open reviews forward, to the planned final reading at the latest.
 * @source decisions §5: the result depends on the deadline alone
 */
export function withDefaults(
  { endedAt }: Pick<Running, 'endedAt'>,
  { qualified = 0, inReview = 0, defaults = [] }: Partial<Pick<Totals, 'qualified' | 'inReview' | 'defaults'>> = {},
  day: string,
) {
  const planned = endedAt && finalReadingDay(endedAt)
  const dated = defaults.map((one) => ({ ...one, day: planned !== undefined && planned < one.day ? planned : one.day }))
  const sum = (of: 'counts' | 'excluded', which: (one: ReviewDefaults) => boolean) =>
    dated.reduce((total, one) => total + (which(one) ? one[of] : 0), 0)
  const isDue = (one: ReviewDefaults) => !one.isApplied && one.day <= day
  const isEarly = (one: ReviewDefaults) => one.isApplied && one.day > day
  const counted = qualified + sum('counts', isDue)
  // The final reading may have taken off views that a default had counted.
  const uncounted = Math.min(counted, sum('counts', isEarly))
  return {
    qualified: counted - uncounted,
    inReview: inReview - sum('counts', isDue) - sum('excluded', isDue) + uncounted + sum('excluded', isEarly),
    byDefault: sum('counts', (one) => one.day === day),
  }
}

function grantedBy(
  { rateCard }: Running,
  before: Claiming,
  after: Claiming,
  from: { readonly day: string; readonly claim: DatedClaim; readonly allotment: Allotment; readonly left: number },
): Granted {
  const { demand, granted, freed, shared, returned = 0 } = from.allotment
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

/** What the others hear: a document as it will be stored, under the version that the store is about to give it. */
const asStored = <T extends { readonly version: number }>(document: T) => ({ ...document, version: document.version + 1 })
