/**
 * Recomputes a sign-up's earnings from its counted views, the campaign's goal and the rate card. Trusts no stored
 * result: each allocation line must equal its recomputation.
 */
import {
  type AllocationShare,
  earnedCents,
  instantOf,
  rebase,
  SETTLEMENT_TIME,
  shareOf,
  split,
  splitFinally,
  withDefaults,
} from '@reelfair/rules'
import type { SettlingCampaign } from './campaign.ts'
import type { AllocationLine, SettlingSignUp, Totals } from './settlement.ts'

export type Line = Omit<AllocationLine, 'signUpId' | 'campaignId' | 'creatorId' | 'shared'> & {
  readonly shared?: AllocationShare | undefined
}
type Counted = Pick<Totals, 'qualified' | 'inReview' | 'defaults' | 'removed'>

export interface Recomputed {
  readonly charged: number
  readonly reserved: number
  readonly cents: number
  /** Descriptions of stored figures that differ from their recomputed values. */
  readonly faults: readonly string[]
}

const NOTHING_COUNTED: Counted = { qualified: 0, inReview: 0, defaults: [] }

/**
 * @param card the rate card that was in force when the campaign was created, from the settings' history
 * @param lines the sign-up's allocation lines, ordered by day
 * @param countedAt returns the totals that metrics recounted for a revision; undefined for an unknown revision
 */
export function recomputeSignUp(
  signUp: SettlingSignUp,
  campaign: Pick<SettlingCampaign, 'endedAt'>,
  card: SettlingCampaign['rateCard'],
  lines: readonly Line[],
  countedAt: (revision: number) => Counted | undefined,
): Recomputed {
  const rate = card.centsPer1000
  const faults: string[] = []
  let before = { charged: 0, reserved: 0, cents: 0 }
  for (const line of lines) {
    const differs = (what: string, written: unknown, recomputed: unknown) => {
      if (written !== recomputed) faults.push(`${line.day}: ${what} ${String(written)}, recomputed ${String(recomputed)}`)
    }
    const counted = line.revision === 0 ? NOTHING_COUNTED : countedAt(line.revision)
    if (!counted) faults.push(`${line.day}: revision ${line.revision} has no count`)
    const { removed = 0, ...totals } = counted ?? asCounted(line)
    const isLast = signUp.settledAt?.getTime() === instantOf(line.day, SETTLEMENT_TIME).getTime()
    const { byDefault, ...views } = withDefaults(campaign, totals, line.day)
    const claim = { ...signUp, ...before, ...views, removed }
    const { held, freed, demand } = rebase(claim)
    const granted = line.shared ? shareOf(line.left, demand, line.shared) : demand
    const after = isLast ? splitFinally(claim, held + granted) : { ...split(claim, held + granted), returned: 0 }
    const cents = earnedCents(after.charged, rate)
    differs('qualified', line.qualified, claim.qualified)
    differs('in review', line.inReview, claim.inReview)
    differs('counted by default', line.byDefault, byDefault)
    differs('removed', line.removed ?? 0, removed)
    differs('returned', line.returned ?? 0, after.returned)
    differs('demand', line.demand, demand)
    if (line.shared) differs('share of the demand', line.shared.numerator, demand)
    differs('granted', line.granted, granted)
    differs('freed', line.freed, freed)
    differs('charged before', line.charged.before, before.charged)
    differs('charged', line.charged.after, after.charged)
    differs('reserved before', line.reserved.before, before.reserved)
    differs('reserved', line.reserved.after, after.reserved)
    differs('cents before', line.cents.before, before.cents)
    differs('cents', line.cents.after, cents)
    differs('rate card of', line.rateCard.validFrom, card.validFrom)
    differs('cents per 1,000 views', line.rateCard.centsPer1000, rate)
    before = { charged: after.charged, reserved: after.reserved, cents }
  }
  for (const what of ['charged', 'reserved', 'cents'] as const)
    if (signUp[what] !== before[what]) faults.push(`${what} ${signUp[what]} in total, recomputed ${before[what]}`)
  return { ...before, faults }
}

export const asCounted = ({ day, qualified, inReview, byDefault, removed }: Line): Counted => ({
  qualified: qualified - byDefault,
  inReview: inReview + byDefault,
  defaults: byDefault > 0 ? [{ day, counts: byDefault, excluded: 0, isApplied: false }] : [],
  removed,
})

/** Totals over a campaign's sign-ups on one day. */
interface Day {
  granted: number
  freed: number
  readonly left: number
  isShared: boolean
}

/** Stores a few numbers per day, so that memory use does not depend on the number of sign-ups. */
export interface CampaignSums {
  readonly days: Map<string, Day>
  readonly faults: Set<string>
  charged: number
  reserved: number
}

export const startSums = (): CampaignSums => ({ days: new Map(), faults: new Set(), charged: 0, reserved: 0 })

export function addToSums(
  sums: CampaignSums,
  { charged, reserved }: Pick<SettlingSignUp, 'charged' | 'reserved'>,
  lines: readonly Line[],
): void {
  sums.charged += charged
  sums.reserved += reserved
  for (const { day, granted, freed, left, shared } of lines) {
    const sum = sums.days.get(day) ?? { granted: 0, freed: 0, left, isShared: false }
    sum.granted += granted
    sum.freed += freed
    sum.isShared ||= shared !== undefined
    if (sum.left !== left) sums.faults.add(`${day}: its lines disagree on the views left to allocate`)
    sums.days.set(day, sum)
  }
}

/**
 * Checks that no view was allocated twice: the unallocated views of each day must follow from the goal and all earlier
 * days.
 */
export function recomputeSums(
  campaign: Pick<SettlingCampaign, 'viewsGoal' | 'charged' | 'reserved'>,
  sums: CampaignSums,
): readonly string[] {
  const faults = [...sums.faults]
  let allocated = 0
  for (const [day, { granted, freed, left, isShared }] of [...sums.days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const recomputed = campaign.viewsGoal - allocated + freed
    if (left !== recomputed) faults.push(`${day}: ${left} views left to allocate, recomputed ${recomputed}`)
    if (granted > left || (isShared && granted !== left)) faults.push(`${day}: ${granted} of ${left} views were allocated`)
    allocated += granted - freed
  }
  for (const what of ['charged', 'reserved'] as const)
    if (campaign[what] !== sums[what]) faults.push(`${what} ${campaign[what]} in total, its sign-ups add up to ${sums[what]}`)
  return faults
}
