/**
 * Recomputes a partnership's decisions from its counted views, its goal and the rate card. Trusts no stored result:
 * each decision must equal its recomputation.
 */
import { earnedCents } from '@reelfair/rules'
import { type Decision, decideTier, type Partnership, type Totals } from './partnership.ts'

type Counted = Pick<Totals, 'qualified' | 'inReview' | 'defaults' | 'removed'>

export interface Recomputed {
  /** Views charged so far: none before the final decision. */
  readonly charged: number
  readonly cents: number
  /** Descriptions of stored figures that differ from their recomputed values. */
  readonly faults: readonly string[]
}

const NOTHING_COUNTED: Counted = { qualified: 0, inReview: 0, defaults: [] }
const FIGURES = ['qualified', 'inReview', 'byDefault', 'removed', 'tier', 'cents', 'consumed', 'returned'] as const

type Decided = Pick<Partnership, 'viewsGoal' | 'amountCents' | 'rateCard' | 'endedAt' | 'settledAt' | 'decisions'>

/**
 * @param card the rate card that was in force when the invitation was requested, from the settings' history
 * @param countedAt returns the totals that metrics recounted for a revision; undefined for an unknown revision
 */
export function recomputePartnership(
  partnership: Decided,
  card: Partnership['rateCard'],
  countedAt: (revision: number) => Counted | undefined,
): Recomputed {
  const { viewsGoal, endedAt, settledAt, decisions } = partnership
  const faults: string[] = []
  const differs = (what: string, written: unknown, recomputed: unknown) => {
    if (written !== recomputed) faults.push(`${what} ${String(written)}, recomputed ${String(recomputed)}`)
  }
  const amountCents = earnedCents(viewsGoal, card.centsPer1000)
  differs('rate card of', partnership.rateCard.validFrom, card.validFrom)
  differs('cents per 1,000 views', partnership.rateCard.centsPer1000, card.centsPer1000)
  differs('price in cents', partnership.amountCents, amountCents)
  let last: Decision | undefined
  for (const decision of decisions) {
    const { day, isFinal, revision } = decision
    const counted = revision === 0 ? NOTHING_COUNTED : countedAt(revision)
    if (!counted) faults.push(`${day}: revision ${revision} has no count`)
    // The provisional decision ends the partnership, which moves no deadline yet.
    const terms = { viewsGoal, amountCents, endedAt: isFinal ? endedAt : undefined }
    last = decideTier(terms, { revision, ...(counted ?? asCounted(decision)) }, day, isFinal)
    for (const figure of FIGURES) differs(`${day}: ${figure}`, decision[figure] ?? 0, last[figure] ?? 0)
  }
  const steps = [...(endedAt ? ['provisional'] : []), ...(settledAt ? ['final'] : [])]
  differs('decisions', decisions.map(({ isFinal }) => (isFinal ? 'final' : 'provisional')).join(), steps.join())
  return { charged: last?.isFinal ? last.consumed : 0, cents: last?.cents ?? 0, faults }
}

/** The counts on the receipt, for decisions that are older than the metrics service's data. */
export const asCounted = ({ day, qualified, inReview, byDefault, removed }: Decision): Counted => ({
  qualified: qualified - byDefault,
  inReview: inReview + byDefault,
  defaults: byDefault > 0 ? [{ day, counts: byDefault, excluded: 0, isApplied: false }] : [],
  removed,
})
