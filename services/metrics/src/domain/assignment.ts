/** A sign-up as it is measured: from its beginning to the final checks, and the totals that are told of it. Pure. */
import { type Exclusion, MOST_DEFAULTS, type Network, type ReviewDefaults } from '@reelfair/contracts'
import { finalReadingAt } from '@reelfair/rules'
import { type Count, decideBy, defaultsOf, type OpenReview, tallyOf } from './count-video.ts'
import { isFinal, type Run } from './schedule.ts'

export interface DayTotals {
  readonly day: string
  readonly observed: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

export interface Totals {
  readonly observed: number
  readonly qualified: number
  readonly inReview: number
  /** By day; see `ReviewDefaults`. */
  readonly defaults: readonly ReviewDefaults[]
  readonly excluded: readonly Exclusion[]
  /** Of those excluded: what the final reading took off; absent when nothing. */
  readonly removed?: number | undefined
}

export interface Assignment {
  readonly id: string
  readonly campaignId: string
  readonly brandId: string
  readonly creatorId: string
  readonly network: Network
  /** The network and its stable id of the account. */
  readonly accountKey: string
  readonly code: string
  readonly link: string
  readonly signedUpAt: Date
  readonly endsAt: Date
  readonly windowDays: number
  /** Whether it is still read: until the final checks. */
  readonly isOpen: boolean
  /** Which final reading is in. */
  readonly final: false | 'end' | 'checks'
  /** The network stayed silent at the final reading, of the account or of a video: the last known figures are final. */
  readonly finalReadingMissing?: true | undefined
  /** When the next final reading is to be planned; absent while one is under way, and after the last. */
  readonly finalDueAt?: Date | undefined
  /** Of the totals told last; 0 before the first. */
  readonly revision: number
  readonly totals: Totals
  /** The network's ids of videos that a reading saw without its code; see `code-added-late.ts`. Absent while there are none. */
  readonly withoutCode?: readonly string[] | undefined
  /** As of the end of each day on which something was read or decided. */
  readonly days: readonly DayTotals[]
}

export const NO_TOTALS: Totals = { observed: 0, qualified: 0, inReview: 0, defaults: [], excluded: [] }

/** A campaign's month, the days until its final reading and the days of late readings: far fewer. */
const MOST_DAYS = 62

/**
 * The sum of all counts of a sign-up.
 * @param deadlineOf when the default of an open review is due
 */
export function totalsOf(counts: readonly Count[], deadlineOf: (open: OpenReview) => Date): Totals {
  const { views, ...tally } = tallyOf(...counts)
  return { observed: views, ...tally, defaults: defaultsOf(counts, deadlineOf).slice(-MOST_DEFAULTS) }
}

const sumOf = (excluded: readonly Exclusion[]) => excluded.reduce((sum, { views }) => sum + views, 0)

/** The next revision of the totals. */
export function retotal<A extends Assignment>(assignment: A, counts: readonly Count[], day: string): A {
  const checksAt = finalReadingAt(assignment.endsAt)
  const totals = totalsOf(counts, (open) => decideBy(open, checksAt))
  const { observed, qualified, inReview, excluded } = totals
  const today = { day, observed, qualified, inReview, excluded: sumOf(excluded) }
  const days = [...assignment.days.filter((one) => one.day !== day), today].slice(-MOST_DAYS)
  return { ...assignment, revision: assignment.revision + 1, totals, days }
}

/** After a final reading, whether it gave figures or not: the next one is due, or all is over. */
export function afterRun<A extends Assignment>(assignment: A, run: Run): A {
  if (!isFinal(run) || assignment.final === 'checks') return assignment
  return run === 'end'
    ? { ...assignment, final: 'end', finalDueAt: finalReadingAt(assignment.endsAt) }
    : { ...assignment, final: 'checks', finalDueAt: undefined, isOpen: false }
}

/** Which final reading is due. */
export const nextRun = ({ final }: Assignment): 'end' | 'checks' => (final === false ? 'end' : 'checks')

/** From then on only the final reading reads it. */
export const awaitsFinalReading = ({ final, endsAt }: Assignment, now: Date): boolean => final === 'end' && now >= finalReadingAt(endsAt)

/** A campaign that ended before its time; nothing when it makes no difference any more. */
export function endEarly<A extends Assignment>(assignment: A, endedAt: Date): A | undefined {
  if (assignment.final !== false || assignment.endsAt <= endedAt) return undefined
  // While the reading of the end is under way its time is past already.
  return { ...assignment, endsAt: endedAt, ...(assignment.finalDueAt && { finalDueAt: endedAt }) }
}
