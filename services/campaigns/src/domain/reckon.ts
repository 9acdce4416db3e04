/**
 * Reckons again what a sign-up has earned: from what was counted of its views, the campaign's goal and the rate card of its day. Nothing that was stored as a
 * result is believed; each line of the receipt has to come out as it was written. Pure.
 */
import {
  businessDayOf,
  earnedCents,
  instantOf,
  rateCardAt,
  rebase,
  SETTLEMENT_TIME,
  type Shared,
  shareOf,
  split,
  splitFinally,
} from '@reelfair/rules'
import { type Credit, type Running, type Settling, type Totals, withDefaults } from './settlement.ts'

export type Line = Omit<Credit, 'signUpId' | 'campaignId' | 'creatorId' | 'shared'> & { readonly shared?: Shared | undefined }
type Counted = Pick<Totals, 'qualified' | 'inReview' | 'defaults' | 'removed'>

export interface Reckoned {
  readonly charged: number
  readonly reserved: number
  readonly cents: number
  /** What is written differs from what comes out, in words; none: all is as it should be. */
  readonly faults: readonly string[]
}

const NOTHING_COUNTED: Counted = { qualified: 0, inReview: 0, defaults: [] }

/**
 * @param lines of the sign-up's receipt, in the order of their days
 * @param countedAt totals of a revision, as metrics counts them anew; undefined for a revision that never was
 */
export function reckonSignUp(
  signUp: Settling,
  campaign: Pick<Running, 'rateCard' | 'endedAt'> & { readonly createdAt: Date },
  lines: readonly Line[],
  countedAt: (revision: number) => Counted | undefined,
): Reckoned {
  const card = rateCardAt(businessDayOf(campaign.createdAt))
  const rate = card.campaignCentsPer1000
  const faults: string[] = []
  let before = { charged: 0, reserved: 0, cents: 0 }
  for (const line of lines) {
    const differs = (what: string, written: unknown, reckoned: unknown) => {
      if (written !== reckoned) faults.push(`${line.day}: ${what} ${String(written)}, reckoned ${String(reckoned)}`)
    }
    const counted = line.revision === 0 ? NOTHING_COUNTED : countedAt(line.revision)
    if (!counted) faults.push(`${line.day}: there is no count of revision ${line.revision}`)
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
    if (line.shared) differs('its part of the demands', line.shared.numerator, demand)
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
    if (signUp[what] !== before[what]) faults.push(`${what} ${signUp[what]} in all, reckoned ${before[what]}`)
  return { ...before, faults }
}

/** What a line says of the totals it rests on. */
export const asCounted = ({ day, qualified, inReview, byDefault, removed }: Line): Counted => ({
  qualified: qualified - byDefault,
  inReview: inReview + byDefault,
  defaults: byDefault > 0 ? [{ day, counts: byDefault, excluded: 0, isApplied: false }] : [],
  removed,
})

/** What all sign-ups of a campaign were granted on a day; `left` as the first line said it. */
interface Day {
  granted: number
  freed: number
  readonly left: number
  isShared: boolean
}

/** Sums of a campaign: a few numbers per day, however many its sign-ups are. */
export interface CampaignSums {
  readonly days: Map<string, Day>
  readonly faults: Set<string>
  charged: number
  reserved: number
}

export const startSums = (): CampaignSums => ({ days: new Map(), faults: new Set(), charged: 0, reserved: 0 })

/** Adds one sign-up and its lines. */
export function addToSums(sums: CampaignSums, { charged, reserved }: Pick<Settling, 'charged' | 'reserved'>, lines: readonly Line[]): void {
  sums.charged += charged
  sums.reserved += reserved
  for (const { day, granted, freed, left, shared } of lines) {
    const sum = sums.days.get(day) ?? { granted: 0, freed: 0, left, isShared: false }
    sum.granted += granted
    sum.freed += freed
    sum.isShared ||= shared !== undefined
    if (sum.left !== left) sums.faults.add(`${day}: its lines do not agree on what was left to share`)
    sums.days.set(day, sum)
  }
}

/** Whether no view was given twice: what was left on each day follows from the goal and all days before it. */
export function reckonSums(campaign: Pick<Running, 'viewsGoal' | 'charged' | 'reserved'>, sums: CampaignSums): readonly string[] {
  const faults = [...sums.faults]
  let given = 0
  for (const [day, { granted, freed, left, isShared }] of [...sums.days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reckoned = campaign.viewsGoal - given + freed
    if (left !== reckoned) faults.push(`${day}: ${left} views were left to share, reckoned ${reckoned}`)
    if (granted > left || (isShared && granted !== left)) faults.push(`${day}: ${granted} of ${left} views were granted`)
    given += granted - freed
  }
  for (const what of ['charged', 'reserved'] as const)
    if (campaign[what] !== sums[what]) faults.push(`${what} ${campaign[what]} in all, its sign-ups come to ${sums[what]}`)
  return faults
}
