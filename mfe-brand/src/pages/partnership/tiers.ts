import type { AssignmentHistory, Partnership } from '@reelfair/contracts'
import { payOfTiers, type Tier, tierShare } from '@reelfair/rules'

type Offer = Pick<Partnership, 'viewsGoal' | 'amountCents'>

/** What each tier pays, and how it divides the held credits: `consumed + returned = viewsGoal`. Lowest tier first. */
export const creditsOfTiers = ({ viewsGoal, amountCents }: Offer) =>
  payOfTiers(viewsGoal, amountCents).map((row) => {
    const consumed = tierShare(viewsGoal, row.tier)
    return { ...row, consumed, returned: viewsGoal - consumed }
  })

/** The tier decided last, or before the end the tier of the views that qualify so far. */
export const tierNow = ({ decisions, tier }: Pick<Partnership, 'decisions' | 'tier'>): Tier => decisions.at(-1)?.tier ?? tier

/** The next tier and the views missing to it; undefined once the goal is reached. */
export function nextTier({ viewsGoal, amountCents, count: { qualified } }: Offer & Pick<Partnership, 'count'>) {
  const next = payOfTiers(viewsGoal, amountCents).find(({ views }) => views > qualified)
  return next && { tier: next.tier, missing: next.views - qualified }
}

/** The first business day with enough qualified views, by tier. */
export function daysOfTiers({ viewsGoal, amountCents }: Offer, days: AssignmentHistory['days']): Readonly<Record<number, string>> {
  const reached = payOfTiers(viewsGoal, amountCents).flatMap(({ tier, views }) => {
    const day = tier > 0 && days.find(({ qualified }) => qualified >= views)?.day
    return day ? [[tier, day] as const] : []
  })
  return Object.fromEntries(reached)
}
