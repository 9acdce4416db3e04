/** A random partnership that follows the rules of the partnerships service, in the form of a random campaign. */
import { TIERS, tierShare } from '@reelfair/rules'
import { aPartnership } from './a-partnership.ts'
import { OPEN_PHASES, type RandomCampaign } from './random-campaign.ts'

const REFUSALS = ['rejected', 'expired', 'withdrawn'] as const

/** @param chance returns a random integer from 0 up to, but not including, its argument */
export function randomPartnership(brandId: string, creatorId: string, chance: (below: number) => number): RandomCampaign {
  const viewsGoal = 1 + chance(5_000)
  const cents = chance(1_000)
  const { id, requested, closed, ended, settled } = aPartnership({ brandId, creatorId }, { viewsGoal, cents })
  const anyTier = () => TIERS[chance(TIERS.length)] ?? 0
  const anyRefusal = () => REFUSALS[chance(REFUSALS.length)] ?? 'expired'
  let phase: 'invited' | 'running' | 'ended' | 'settled' | (typeof REFUSALS)[number] = 'invited'
  let tier = anyTier()
  return {
    id,
    kind: 'invitation',
    requested,
    unfunded: () => [requested, closed(anyRefusal())],
    phase: () => phase,
    // Nothing accrues before the end.
    nextDay: () => [],
    nextPhase() {
      if (phase === 'invited') {
        // Payouts ignores an acceptance: the credits stay held.
        const refusal = chance(4) === 0 ? anyRefusal() : undefined
        phase = refusal ?? 'running'
        return refusal ? [closed(refusal)] : []
      }
      if (phase === 'running') {
        phase = 'ended'
        return [ended(tier)]
      }
      // The final checks may change the tier in both directions.
      if (chance(2) === 0) tier = anyTier()
      phase = 'settled'
      return [settled(tier)]
    },
    totals() {
      const pay = phase === 'ended' || phase === 'settled' ? tierShare(cents, tier) : 0
      return {
        consumed: phase === 'settled' ? tierShare(viewsGoal, tier) : 0,
        creditsHeld: OPEN_PHASES.has(phase) ? viewsGoal : 0,
        earned: pay,
        accruing: 0,
        centsHeld: phase === 'ended' ? pay : 0,
      }
    },
  }
}
