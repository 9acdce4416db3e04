import type { MeasuredVideo, Partnership, SignUpState, TierDecision } from '@reelfair/contracts'
import { nextInstantAt, SETTLEMENT_TIME, type Tier, tierShare } from '@reelfair/rules'
import type { Measured } from '../sign-ups/figures.ts'

type Times = Pick<Partnership, 'status' | 'startsAt' | 'endsAt' | 'settledAt'>

/** `over`: the time is up, and the next settlement will decide the tier. `ended`: the final checks are running. */
export type PartnershipStage = 'planned' | 'active' | 'over' | 'ended' | 'settled'

/**
 * A partnership counts as started at `startsAt` and as over from `endsAt`, although the service reports both later.
 * @param now milliseconds since 1970
 */
export function partnershipStage({ status, startsAt, endsAt, settledAt }: Times, now: number): PartnershipStage {
  if (settledAt !== undefined) return 'settled'
  if (status !== 'planned' && status !== 'active') return 'ended'
  if (Date.parse(endsAt) <= now) return 'over'
  return status === 'active' || Date.parse(startsAt) <= now ? 'active' : 'planned'
}

const STATES: Readonly<Record<PartnershipStage, SignUpState>> = {
  planned: 'active',
  active: 'active',
  over: 'ended',
  ended: 'ended',
  settled: 'settled',
}

/** The settlement that decides the tier of a partnership whose time is up. */
export const decidedAt = ({ endsAt }: Pick<Partnership, 'endsAt'>): Date => nextInstantAt(SETTLEMENT_TIME, new Date(Date.parse(endsAt) - 1))

/**
 * A partnership in the form that faults and risks need.
 * @param videos undefined until they have loaded
 */
export function measuredOf(partnership: Partnership, videos: readonly MeasuredVideo[] | undefined, now: number): Measured {
  const { id, code = '', link, endsAt, endedAt, count, finalReadingMissing } = partnership
  return {
    ...{ id, code, link, endsAt, endedAt, count },
    state: STATES[partnershipStage(partnership, now)],
    videos: (videos ?? []).map(({ qualified, inReview, faults }) => ({
      qualified,
      inReview,
      faults: faults.map(({ reason }) => reason),
      ...(finalReadingMissing && { finalReadingMissing }),
    })),
  }
}

/** The tier and pay as decided, or as they would be if the partnership ended now. */
export function payNow({ amountCents, tier, decisions }: Pick<Partnership, 'amountCents' | 'tier' | 'decisions'>): {
  readonly tier: Tier
  readonly cents: number
  readonly decision: TierDecision | undefined
} {
  const decision = decisions.at(-1)
  return decision
    ? { tier: decision.tier, cents: decision.cents, decision }
    : { tier, cents: tierShare(amountCents, tier), decision: undefined }
}
