/**
 * What a video's views count: its observations and the decisions of reviews, folded in the order of their instants into qualified, in review and excluded.
 * Pure. Whatever comes: `views = qualified + in review + excluded`, and only the final reading takes back what qualified.
 * @source decisions §3, §5
 */
import {
  type Exclusion,
  type ExclusionReason,
  exclusionReasons,
  type LogoState,
  losingReasons,
  type ReviewDefaults,
  ReviewKind,
  type ReviewVerdict,
} from '@reelfair/contracts'
import { settlementDayOf } from '@reelfair/rules'

const DAY = 86_400_000
const HOUR = 3_600_000

/** One reading of a video, judged. */
export interface Observation {
  readonly id: string
  /** When it was read: faults, logo and growth are as of then. */
  readonly readAt: Date
  /** As of when the network's figure is; it may lag by days. */
  readonly at: Date
  /** Null is "not known": it raises nothing. */
  readonly views: number | null
  /** In the fixed order. */
  readonly faults: readonly ExclusionReason[]
  readonly logo: LogoState
  /** Whether the growth since the reading before looks not human. */
  readonly looksInhuman: boolean
}

/** What was decided of the review of this kind that was open at this instant; of none, it decides nothing. */
export interface Decision {
  readonly kind: ReviewKind
  readonly verdict: ReviewVerdict
  readonly at: Date
  /** Why a logo is refused; absent when nothing else is said. */
  readonly reason?: 'logo_absent' | 'logo_too_small' | 'logo_not_in_upper_half' | undefined
  /** The deadline, when this is the review's default. */
  readonly defaultDueAt?: Date | undefined
}

export interface Measured {
  readonly publishedAt: Date
  /** Nothing that came later counts; see `windowEnd`. */
  readonly until: Date
  /** A reading before it was found saw it without its code: what came until it was found is not counted, as with any fault that is mended. */
  readonly foundWithoutCode?: true | undefined
}

/** Until when a video counts: the campaign's end, or so many days after it was first seen. */
export const windowEnd = (video: { readonly firstSeenAt: Date; readonly endsAt: Date; readonly windowDays: number }): Date =>
  new Date(Math.min(video.endsAt.getTime(), video.firstSeenAt.getTime() + video.windowDays * DAY))

/** How far the folding has come; `tallyOf` says what it amounts to. */
export interface Count {
  /** All that count or would, but for faults and reviews. */
  readonly views: number
  /** The highest figure the network ever gave, also for after the window. */
  readonly highest: number
  readonly qualified: number
  /** In review: for the logo alone, for the growth alone, for both. */
  readonly held: { readonly logo: number; readonly growth: number; readonly both: number }
  readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>>
  /** Of those excluded: what the final reading took off views that qualified or were in review. */
  readonly removed?: number
  /** The newest figure within the window. */
  readonly last?: { readonly at: Date; readonly views: number }
  /** The faults since that figure, and its own: what comes until they are mended stays excluded. */
  readonly stain: readonly ExclusionReason[]
  /** The window is over, and its last figure known. */
  readonly isOver: boolean
  readonly open: Readonly<Partial<Record<ReviewKind, OpenReview>>>
  /** A video is not changed after it was published, so the first word on its logo holds for the readings to come. */
  readonly logoVerdict?: Decision
  /** What defaults have decided. Absent until there is one. */
  readonly defaults?: readonly AppliedDefault[]
}

/** A default that this count contains. */
export interface AppliedDefault {
  readonly dueAt: Date
  readonly counts: number
  readonly excluded: number
}

export interface OpenReview {
  readonly openedAt: Date
  /** The reading that opened it. */
  readonly observationId: string
  /** Kept with the review, so that a change of the setting moves no deadline. Absent in a recount, which reads the reviews themselves. */
  readonly decideBy?: Date | undefined
}

export const NOTHING_COUNTED: Count = {
  views: 0,
  highest: 0,
  qualified: 0,
  held: { logo: 0, growth: 0, both: 0 },
  excluded: {},
  stain: [],
  isOver: false,
  open: {},
}

/** The next reading. Readings and decisions have to come in the order of their instants, a reading before a decision of the same instant. */
export function countObservation(count: Count, seen: Observation, measured: Measured): Count {
  const highest = Math.max(count.highest, seen.views ?? 0)
  if (count.isOver) return { ...count, highest }
  const faults = faultsOf(count, seen)
  const figure = seen.views
  // A figure that is not known, or the same stale one again, says nothing of the views; a fault seen meanwhile is remembered all the same.
  if (figure === null || (count.last && seen.at <= count.last.at && figure <= count.highest))
    return { ...count, stain: inOrder([...count.stain, ...faults]) }

  const isOver = seen.at > measured.until
  const within = isOver ? atBorder(count.last, { at: seen.at, views: figure }, measured) : figure
  const more = Math.max(0, within - count.views)
  const next: Count = {
    ...count,
    highest,
    views: count.views + more,
    last: { at: seen.at, views: figure },
    stain: faults,
    isOver,
  }
  const stain = measured.foundWithoutCode && !count.last ? inOrder([...count.stain, 'code_missing']) : count.stain
  const [reason] = faults.length > 0 ? faults : stain
  if (reason) return exclude(next, reason, more)
  return hold(next, seen, more)
}

/** The faults of a reading, and the one that a review found in its logo. */
export function faultsOf({ logoVerdict }: Count, { faults, logo }: Observation): readonly ExclusionReason[] {
  if (logo !== 'unknown' || logoVerdict?.verdict !== 'excluded') return faults
  return inOrder([...faults, refusalOf(logoVerdict)])
}

/** The fault that a refusing decision finds. */
export const refusalOf = ({ kind, reason }: Decision): ExclusionReason => (kind === 'growth' ? 'not_human' : (reason ?? 'logo_absent'))

/** Each once, in the fixed order. */
export const inOrder = (reasons: readonly ExclusionReason[]) => exclusionReasons.filter((reason) => reasons.includes(reason))

interface Figure {
  readonly at: Date
  readonly views: number
}

/** The views at the end of the window: on the straight line between the figures before and after it, rounded down. Before the first figure there were none. */
function atBorder(before: Figure | undefined, after: Figure, { publishedAt, until }: Measured): number {
  const from = before ?? { at: publishedAt, views: 0 }
  const passed = until.getTime() - from.at.getTime()
  if (passed <= 0) return from.views
  const whole = after.at.getTime() - from.at.getTime()
  // Views times milliseconds may be more than a double holds.
  const grown = BigInt(Math.max(0, after.views - from.views)) * BigInt(passed)
  return from.views + Number(grown / BigInt(whole))
}

function exclude(count: Count, reason: ExclusionReason, views: number): Count {
  if (views === 0) return count
  return { ...count, excluded: { ...count.excluded, [reason]: (count.excluded[reason] ?? 0) + views } }
}

/** Views without a fault: they qualify, but for those that a review has to decide. */
function hold(count: Count, seen: Observation, views: number): Count {
  const logo = seen.logo === 'unknown' && !count.logoVerdict
  const growth = seen.looksInhuman
  if (views === 0) return count
  if (!logo && !growth) return { ...count, qualified: count.qualified + views }
  const part = logo && growth ? 'both' : logo ? 'logo' : 'growth'
  const opened: OpenReview = { openedAt: seen.readAt, observationId: seen.id }
  return {
    ...count,
    held: { ...count.held, [part]: count.held[part] + views },
    open: { ...(logo && { logo: opened }), ...(growth && { growth: opened }), ...count.open },
  }
}

const goneBy = (faults: readonly ExclusionReason[]) => losingReasons.find((reason) => faults.includes(reason))

/** Whether a reading can be the final one: its figure is known and no older than the newest, or the video is gone. */
export function isConclusive({ last }: Pick<Count, 'last'>, { at, views, faults }: Pick<Observation, 'at' | 'views' | 'faults'>): boolean {
  return goneBy(faults) !== undefined || (views !== null && (last === undefined || at >= last.at))
}

/**
 * The final reading: counted like any other, and then what the network has removed comes off. Views that came after the window make up for losses first.
 * @source decisions §5
 */
export function countFinal(count: Count, seen: Observation, measured: Measured): Count {
  const after = countObservation(count, seen, measured)
  if (!isConclusive(count, seen)) return after
  const gone = goneBy(seen.faults)
  const lost = gone ? after.views : Math.max(0, after.views - (seen.views ?? 0))
  return takeOff(after, gone ?? 'removed_by_network', lost)
}

/** Views that were excluded already bear the loss first, then those in review, then those that qualified. */
function takeOff(count: Count, reason: ExclusionReason, lost: number): Count {
  const excluded = Object.values(count.excluded).reduce((sum, views) => sum + views, 0)
  const removed = Math.max(0, lost - excluded)
  if (removed === 0) return count
  let left = removed
  const without = (views: number) => {
    const taken = Math.min(left, views)
    left -= taken
    return views - taken
  }
  const { growth, both, logo } = count.held
  const held = { growth: without(growth), both: without(both), logo: without(logo) }
  return exclude({ ...count, held, qualified: without(count.qualified), removed: (count.removed ?? 0) + removed }, reason, removed)
}

/** Moves all that waits for this decision. What waits for another one too stays in review when this one says yes. */
export function countDecision(count: Count, decision: Decision): Count {
  const { kind, verdict } = decision
  if (!count.open[kind]) return count
  const other = kind === 'logo' ? 'growth' : 'logo'
  const { [kind]: _, ...open } = count.open
  const { held } = count
  const decided: Count = { ...count, open, ...(kind === 'logo' && { logoVerdict: decision }), ...withDefault(count, decision) }
  if (verdict === 'excluded')
    return exclude({ ...decided, held: { ...held, [kind]: 0, both: 0 } }, refusalOf(decision), held[kind] + held.both)
  return { ...decided, qualified: count.qualified + held[kind], held: { ...held, [kind]: 0, [other]: held[other] + held.both, both: 0 } }
}

function withDefault({ defaults = [], held }: Count, { kind, defaultDueAt: dueAt }: Decision): Pick<Count, 'defaults'> {
  return dueAt ? { defaults: [...defaults, { dueAt, ...byDefault(held, kind) }] } : {}
}

/** What the default of a review makes of the views that wait for it. */
const byDefault = (held: Count['held'], kind: ReviewKind) =>
  DEFAULT_VERDICT[kind] === 'counts' ? { counts: held[kind], excluded: 0 } : { counts: 0, excluded: held[kind] + held.both }

/** Reviews that were opened just now are decided by default after so many hours. */
export function withDeadlines<C extends Pick<Count, 'open'>>(count: C, reviewHours: number): C {
  const kinds = ReviewKind.options.flatMap((kind) => {
    const open = count.open[kind]
    return open && !open.decideBy ? [[kind, { ...open, decideBy: new Date(open.openedAt.getTime() + reviewHours * HOUR) }]] : []
  })
  return kinds.length === 0 ? count : { ...count, open: { ...count.open, ...Object.fromEntries(kinds) } }
}

/** When a review is decided by default: after its hours, at the latest with the final checks. */
export const decideBy = ({ decideBy: due }: OpenReview, checksAt: Date): Date => (due && due < checksAt ? due : checksAt)

/** Without a decision a logo that nobody could recognise counts, and growth that looks not human does not. @source decisions §5 */
export const DEFAULT_VERDICT: Readonly<Record<ReviewKind, ReviewVerdict>> = { logo: 'counts', growth: 'excluded' }

/** What a count, or several, amount to. `views = qualified + inReview + Σ excluded`. */
export interface Tally {
  readonly views: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: readonly Exclusion[]
  /** Of those excluded: what the final reading took off; absent when nothing. */
  readonly removed?: number
}

/** The sum over all videos of a sign-up, or one video's own tally. */
export function tallyOf(...counts: readonly Count[]): Tally {
  const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0)
  const removed = sum((count) => count.removed ?? 0)
  return {
    views: sum(({ views }) => views),
    qualified: sum(({ qualified }) => qualified),
    inReview: sum(({ held }) => held.logo + held.growth + held.both),
    excluded: exclusionReasons
      .map((reason) => ({ reason, views: sum(({ excluded }) => excluded[reason] ?? 0) }))
      .filter(({ views }) => views > 0),
    ...(removed > 0 && { removed }),
  }
}

/**
 * Applied and pending defaults, by the day of the settlement at which they take effect.
 * @param deadlineOf when the default of an open review is due
 */
export function defaultsOf(counts: readonly Count[], deadlineOf: (open: OpenReview) => Date): ReviewDefaults[] {
  const days = new Map<string, ReviewDefaults>()
  const add = ({ dueAt, counts, excluded }: AppliedDefault, isApplied: boolean) => {
    if (counts + excluded === 0) return
    const day = settlementDayOf(dueAt)
    const key = `${day} ${isApplied}`
    const sum = days.get(key) ?? { day, counts: 0, excluded: 0, isApplied }
    days.set(key, { ...sum, counts: sum.counts + counts, excluded: sum.excluded + excluded })
  }
  for (const { defaults = [], open, held } of counts) {
    for (const one of defaults) add(one, true)
    for (const kind of ReviewKind.options) {
      const review = open[kind]
      if (review) add({ dueAt: deadlineOf(review), ...byDefault(held, kind) }, false)
    }
  }
  return [...days.keys()].sort().flatMap((key) => days.get(key) ?? [])
}
