import type { CollabPage, PublicSettings } from '@reelfair/contracts'
import {
  type CollabEstimate,
  type CreditPackage,
  collabEstimate,
  earnedCents,
  fullCollabBudgetCents,
  TIERS,
  type Tier,
  tierShare,
} from '@reelfair/rules'

/** Whole euros. @source specification §5 */
export const BUDGET = { min: 10, max: 1_000, step: 5, initial: 100 } as const

/** The budget in an address, or the initial one if the address has none or an invalid one. */
export function budgetOf(text: string | null): number {
  const budget = text !== null && /^\d{2,4}$/.test(text) ? Number(text) : BUDGET.initial
  return budget >= BUDGET.min && budget <= BUDGET.max && budget % BUDGET.step === 0 ? budget : BUDGET.initial
}

interface OfferTier {
  readonly tier: Tier
  readonly cents: number
  readonly consumed: number
  readonly returned: number
}

/** Everything that a budget means for the brand and the creator. */
export interface Offer extends CollabEstimate {
  readonly budgetCents: number
  readonly rpmCents: number
  readonly centsPer1000: number
  /** The creator's pay at 100%. */
  readonly payCents: number
  readonly tiers: readonly OfferTier[]
  /** The lowest budget that reaches the highest goal, if the slider reaches it. */
  readonly capCents: number | undefined
  /** The goal in average videos, rounded up. */
  readonly videos: number | undefined
  /** The smallest package that covers the goal. */
  readonly package: CreditPackage | undefined
}

/** @returns undefined while the account's RPM is unknown */
export function offerOf(
  budget: number,
  { rpmCents, averageViews }: Pick<CollabPage, 'rpmCents' | 'averageViews'>,
  { packages, rateCard }: Pick<PublicSettings, 'packages' | 'rateCard'>,
): Offer | undefined {
  if (rpmCents === undefined) return undefined
  const budgetCents = budget * 100
  const estimate = collabEstimate({ budgetCents, rpmCents })
  const { views } = estimate
  const centsPer1000 = rateCard.partnershipCentsPer1000
  const payCents = earnedCents(views, centsPer1000)
  const capCents = fullCollabBudgetCents(rpmCents)
  return {
    ...estimate,
    budgetCents,
    rpmCents,
    centsPer1000,
    payCents,
    tiers: TIERS.map((tier) => {
      const consumed = tierShare(views, tier)
      return { tier, cents: tierShare(payCents, tier), consumed, returned: views - consumed }
    }),
    capCents: capCents < BUDGET.max * 100 ? capCents : undefined,
    videos: averageViews ? Math.ceil(views / averageViews) : undefined,
    package: packages.find(({ credits }) => credits >= views),
  }
}
