import type { Campaign, Partnership } from '@reelfair/contracts'
import { finalSettlementAt, nextInstantAt, SETTLEMENT_TIME } from '@reelfair/rules'

/**
 * `over`: the time is up, and the nightly settlement will end the partnership. `ended`: the final checks are running.
 */
export type PartnershipPhase = 'planned' | 'active' | 'over' | 'ended' | 'settled'

type Dates = Pick<Partnership, 'startsAt' | 'endsAt' | 'endedAt' | 'settledAt' | 'payableAt'>

export function phaseOf({ startsAt, endsAt, endedAt, settledAt }: Dates, now: number): PartnershipPhase {
  if (settledAt) return 'settled'
  if (endedAt) return 'ended'
  if (Date.parse(startsAt) > now) return 'planned'
  return Date.parse(endsAt) > now ? 'active' : 'over'
}

/** The same rules apply to a partnership's videos as to a campaign's in this phase. */
export const campaignPhaseOf = (phase: PartnershipPhase): Campaign['phase'] => (phase === 'ended' || phase === 'settled' ? phase : 'open')

/** The settlement that ends the partnership, once its time is up or its goal is reached. */
export const endingSettlementAt = (endsAt: string, now: number): Date =>
  nextInstantAt(SETTLEMENT_TIME, new Date(Math.min(now, Date.parse(endsAt) - 1)))

/** Planned final settlement. Before the end, the partnership may still end earlier, if it reaches its goal. */
export const finalAt = ({ endsAt, payableAt }: Dates): Date => (payableAt ? new Date(payableAt) : finalSettlementAt(new Date(endsAt)))
