/** `planned → active → a tier`, decided provisionally at the end and for good after the final checks. */
import {
  type EventDraft,
  type Logo,
  type Network,
  PartnershipAccepted,
  PartnershipEnded,
  type PartnershipPayment,
  PartnershipSettled,
  PartnershipStarted,
  type PartnershipStatus,
  type ReviewDefaults,
  refuse,
} from '@reelfair/contracts'
import {
  businessDayOf,
  currentTerms,
  finalSettlementAt,
  instantOf,
  isFinalSettlementDue,
  nextDay,
  partnershipSpan,
  SETTLEMENT_TIME,
  settlementDayOf,
  type Tier,
  tierOf,
  tierShare,
  withDefaults,
} from '@reelfair/rules'
import { type Invitation, isPending } from './invitation.ts'

/** Counts from the metrics service; a higher revision replaces a lower one. */
export interface Totals {
  readonly revision: number
  readonly day: string
  readonly observed: number
  readonly qualified: number
  readonly inReview: number
  /** Effects of default review verdicts on these totals, by the day on which each takes effect. */
  readonly defaults: readonly ReviewDefaults[]
  /** Views that were qualified or in review until the final reading removed them. */
  readonly removed?: number | undefined
  readonly isFinal: false | 'end' | 'checks'
  /** The network did not respond, so the last known figures are final. */
  readonly finalReadingMissing?: true | undefined
}

/** How a tier was decided, with every figure behind it, in views, credits and euro cents. */
export interface Decision {
  readonly day: string
  readonly isFinal: boolean
  readonly revision: number
  readonly qualified: number
  readonly inReview: number
  readonly byDefault: number
  readonly removed?: number | undefined
  readonly tier: Tier
  readonly cents: number
  readonly consumed: number
  readonly returned: number
}

/** Has the id of its invitation. */
export interface Partnership {
  readonly id: string
  readonly version: number
  readonly brandId: string
  readonly creatorId: string
  readonly accountId: string
  readonly network: Network
  readonly username: string
  readonly viewsGoal: number
  /** The price for the whole goal, fixed when the invitation was sent. */
  readonly amountCents: number
  readonly rateCard: Invitation['rateCard']
  /** When the brand requested the invitation, which determines the rate card. */
  readonly requestedAt: Date
  readonly logo: Logo
  readonly link: string
  readonly caption: string
  readonly durationDays: number
  readonly code: string
  readonly windowDays: number
  /** The Terms that the creator accepted, and those that the brand accepted with its request. */
  readonly termsVersion: string
  readonly brandTermsVersion: string
  readonly acceptedAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly status: PartnershipStatus
  /** When a planned partnership becomes active. */
  readonly dueAt?: Date | undefined
  readonly totals?: Totals | undefined
  /** The day of the first totals that reach the goal; absent if the newest ones do not. */
  readonly reachedOn?: string | undefined
  readonly firstVideoAt?: Date | undefined
  readonly endedAt?: Date | undefined
  readonly payableAt?: Date | undefined
  readonly settledAt?: Date | undefined
  readonly decisions: readonly Decision[]
  readonly payment?: PartnershipPayment | undefined
  readonly paymentVersion?: number | undefined
  readonly paidAt?: Date | undefined
  readonly isTest?: true | undefined
  /** The next business day to settle. Absent before the beginning and after the final settlement. */
  readonly nextSettlement?: string | undefined
}

export interface Step<P extends Partnership = Partnership> {
  readonly partnership: P
  readonly events: readonly EventDraft[]
}

const factsOf = (partnership: Partnership) => ({
  ...partnership,
  partnershipId: partnership.id,
  version: partnership.version + 1,
})

/**
 * Accepts an invitation. The partnership begins at 00:00 on the chosen day, or at once if that has passed.
 * @throws Refusal invitation_over
 */
export function accept(invitation: Invitation, made: { readonly code: string; readonly windowDays: number; readonly at: Date }) {
  const { at, code, windowDays } = made
  if (!isPending(invitation, at)) refuse('invitation_over')
  const { startsAt, endsAt } = partnershipSpan(invitation, at)
  const { id, brandId, creatorId, accountId, network, username, amountCents, rateCard, logo, link, caption } = invitation
  const partnership: Partnership = {
    ...{ id, brandId, creatorId, accountId, network, username, amountCents, rateCard, logo, link, caption },
    version: 1,
    requestedAt: invitation.createdAt,
    viewsGoal: invitation.weeklyViewsGoal,
    durationDays: invitation.durationDays,
    code,
    windowDays,
    termsVersion: currentTerms(businessDayOf(at)).version,
    brandTermsVersion: invitation.termsVersion,
    acceptedAt: at,
    startsAt,
    endsAt,
    status: 'planned',
    dueAt: startsAt,
    decisions: [],
  }
  const accepted: Invitation = { ...invitation, status: 'accepted', respondedAt: at, dueAt: undefined }
  const event = PartnershipAccepted.of(factsOf(partnership), { version: 1, mediaId: logo.mediaId })
  return { invitation: accepted, partnership, event }
}

/** @param externalId the network's stable id of the account */
export function start<P extends Partnership>(partnership: P, externalId: string, at: Date): Step<P> | undefined {
  if (partnership.status !== 'planned' || partnership.startsAt > at) return undefined
  const started: P = { ...partnership, status: 'active', dueAt: undefined, nextSettlement: settlementDayOf(partnership.startsAt) }
  return { partnership: started, events: [PartnershipStarted.of(factsOf(started), { externalId })] }
}

/** A planned partnership appears as `active` from its beginning, even if the worker has not started it yet. */
export const statusAt = ({ status, startsAt }: Pick<Partnership, 'status' | 'startsAt'>, at: Date): PartnershipStatus =>
  status === 'planned' && startsAt <= at ? 'active' : status

/** @returns undefined if the totals are not newer or the partnership is settled */
export function keepNewest<P extends Partnership>(partnership: P, totals: Totals): P | undefined {
  if (partnership.settledAt || totals.revision <= (partnership.totals?.revision ?? 0)) return undefined
  const isReached = tierOf(totals.qualified, partnership.viewsGoal) === 100
  return { ...partnership, totals, reachedOn: isReached ? (partnership.reachedOn ?? totals.day) : undefined }
}

const STATUS_OF: Readonly<Record<Tier, PartnershipStatus>> = {
  0: 'failed',
  25: 'completed_at_25',
  50: 'completed_at_50',
  75: 'completed_at_75',
  100: 'completed',
}

/**
 * Decides the tier as of a day's settlement. Trusts only its arguments, so that `compute-partnerships` can repeat it.
 * @source decisions §4: `floor(price × tier)` and `floor(goal × tier)`
 */
export function decideTier(
  { viewsGoal, amountCents, endedAt }: Pick<Partnership, 'viewsGoal' | 'amountCents' | 'endedAt'>,
  totals: Pick<Totals, 'revision' | 'qualified' | 'inReview' | 'defaults' | 'removed'> | undefined,
  day: string,
  isFinal: boolean,
): Decision {
  const { qualified, inReview, byDefault } = withDefaults({ endedAt }, totals, day)
  const tier = tierOf(qualified, viewsGoal)
  const consumed = tierShare(viewsGoal, tier)
  const { revision = 0, removed = 0 } = totals ?? {}
  return {
    ...{ day, isFinal, revision, qualified, inReview, byDefault },
    ...(removed > 0 && { removed }),
    ...{ tier, cents: tierShare(amountCents, tier), consumed, returned: viewsGoal - consumed },
  }
}

/**
 * Settles one business day: ends the partnership when its time is over or its goal is reached, and settles it for good
 * after the final checks.
 * @param day settled as of its `SETTLEMENT_TIME`, even if the job runs later
 * @returns undefined if there is nothing to settle on this day
 */
export function settleDay<P extends Partnership>(partnership: P, day: string): Step<P> | undefined {
  const { nextSettlement, endedAt } = partnership
  if (nextSettlement === undefined || day < nextSettlement) return undefined
  return endedAt ? settle(partnership, day) : end(partnership, day)
}

function end<P extends Partnership>(partnership: P, day: string): Step<P> {
  const { totals, reachedOn = totals?.day, endsAt } = partnership
  const at = instantOf(day, SETTLEMENT_TIME)
  const isOver = at >= endsAt
  const endedAt = isOver ? endsAt : at
  const decision = decideTier(partnership, totals, day, false)
  // Totals of a later day must not complete an earlier day that is settled late.
  const isReached = decision.tier === 100 && reachedOn !== undefined && reachedOn <= day
  if (!isOver && !isReached) return { partnership: { ...partnership, nextSettlement: nextDay(day) }, events: [] }
  const ended: P = {
    ...partnership,
    ...result(decision),
    decisions: [decision],
    endedAt,
    payableAt: finalSettlementAt(endedAt),
    nextSettlement: nextDay(day),
  }
  return { partnership: ended, events: [PartnershipEnded.of(factsOf(ended), decision)] }
}

function settle<P extends Partnership>(partnership: P, day: string): Step<P> {
  const { totals, endedAt, decisions } = partnership
  if (!endedAt || !isFinalSettlementDue(endedAt, [totals], day))
    return { partnership: { ...partnership, nextSettlement: nextDay(day) }, events: [] }
  const decision = decideTier(partnership, totals, day, true)
  const settledAt = instantOf(day, SETTLEMENT_TIME)
  const settled: P = {
    ...partnership,
    ...result(decision),
    decisions: [...decisions, decision],
    settledAt,
    nextSettlement: undefined,
  }
  const observed = totals?.observed ?? 0
  return { partnership: settled, events: [PartnershipSettled.of(factsOf(settled), decision, { observed })] }
}

const result = ({ tier, cents }: Decision) => ({
  status: STATUS_OF[tier],
  payment: cents > 0 ? ('pending' as const) : undefined,
})

/** True if the network or the metrics service did not respond at the final reading. */
export const isUnchecked = ({ totals }: Pick<Partnership, 'totals'>): boolean =>
  totals?.isFinal !== 'checks' || totals.finalReadingMissing === true
