import { type Exclusion, MAX_DEFAULTS, type Network, type ReviewDefaults, type Subject } from '@reelfair/contracts'
import { finalReadingAt } from '@reelfair/rules'
import { type Count, decideBy, defaultsOf, type OpenReview, tallyOf } from './count-video.ts'
import { isFinal, type Run } from './schedule.ts'

interface DayTotals {
  readonly day: string
  readonly observed: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

/** Null means unknown, because the network did not find the account. See `compliance.ts`. */
export interface Compliance {
  readonly day: string
  readonly linkOk: boolean | null
  readonly isPublic: boolean | null
  readonly ageRestricted: boolean | null
  readonly at: Date
}

export interface Totals {
  readonly observed: number
  readonly qualified: number
  readonly inReview: number
  readonly defaults: readonly ReviewDefaults[]
  readonly excluded: readonly Exclusion[]
  /** Views that the final reading moved to excluded; absent if 0. */
  readonly removed?: number | undefined
}

/** A sign-up for a campaign, or a partnership, which has a single assignment with the partnership's id. */
export interface Assignment {
  readonly id: string
  readonly subject: Subject
  /** Id of the campaign or partnership. */
  readonly subjectId: string
  readonly brandId: string
  readonly creatorId: string
  readonly network: Network
  /** Combines the network and its stable id for the account. */
  readonly accountKey: string
  readonly code: string
  readonly link: string
  readonly signedUpAt: Date
  readonly endsAt: Date
  readonly windowDays: number
  readonly isOpen: boolean
  /** The last recorded stage: `end` is the reading at the subject's end; `checks` is the final reading. */
  readonly final: false | 'end' | 'checks'
  /** The final reading got no response for the account or a video, so the last known figures are final. */
  readonly finalReadingMissing?: true | undefined
  /**
   * When the next `end` or `checks` reading must be planned. Absent while such a reading is in progress and after the
   * last one.
   */
  readonly finalDueAt?: Date | undefined
  readonly revision: number
  readonly totals: Totals
  /** The network's ids of videos that a reading saw without the code; see `code-added-late.ts`. Absent if empty. */
  readonly withoutCode?: readonly string[] | undefined
  readonly days: readonly DayTotals[]
  /** Partnerships only; absent until the first reading. */
  readonly compliance?: readonly Compliance[] | undefined
}

export const NO_TOTALS: Totals = { observed: 0, qualified: 0, inReview: 0, defaults: [], excluded: [] }

/**
 * Maximum number of stored days: the month of a campaign or partnership plus the days until its final reading and any
 * late readings.
 */
export const MAX_DAYS = 62

export function totalsOf(counts: readonly Count[], deadlineOf: (open: OpenReview) => Date): Totals {
  const { views, ...tally } = tallyOf(...counts)
  return { observed: views, ...tally, defaults: defaultsOf(counts, deadlineOf).slice(-MAX_DEFAULTS) }
}

const sumOf = (excluded: readonly Exclusion[]) => excluded.reduce((sum, { views }) => sum + views, 0)

export function retotal<A extends Assignment>(assignment: A, counts: readonly Count[], day: string): A {
  const checksAt = finalReadingAt(assignment.endsAt)
  const totals = totalsOf(counts, (open) => decideBy(open, checksAt))
  const { observed, qualified, inReview, excluded } = totals
  const today = { day, observed, qualified, inReview, excluded: sumOf(excluded) }
  const days = [...assignment.days.filter((one) => one.day !== day), today].slice(-MAX_DAYS)
  return { ...assignment, revision: assignment.revision + 1, totals, days }
}

export function afterRun<A extends Assignment>(assignment: A, run: Run): A {
  if (!isFinal(run) || assignment.final === 'checks') return assignment
  return run === 'end'
    ? { ...assignment, final: 'end', finalDueAt: finalReadingAt(assignment.endsAt) }
    : { ...assignment, final: 'checks', finalDueAt: undefined, isOpen: false }
}

export const nextRun = ({ final }: Assignment): 'end' | 'checks' => (final === false ? 'end' : 'checks')

export const awaitsFinalReading = ({ final, endsAt }: Assignment, now: Date): boolean => final === 'end' && now >= finalReadingAt(endsAt)

export function endEarly<A extends Assignment>(assignment: A, endedAt: Date): A | undefined {
  if (assignment.final !== false || assignment.endsAt <= endedAt) return undefined
  // If `finalDueAt` is absent, the `end` reading is already in progress.
  return { ...assignment, endsAt: endedAt, ...(assignment.finalDueAt && { finalDueAt: endedAt }) }
}
