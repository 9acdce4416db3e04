/**
 * Folds observations and review decisions, in chronological order, into qualified views, views in review and excluded
 * views. At all times, `views = qualified + in review + excluded`. Only the final reading takes back qualified views.
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

export interface Observation {
  readonly id: string
  /** Time of the reading; the faults, the logo and the growth are as of this time. */
  readonly readAt: Date
  /** Time of the network's figure, which may lag by days. */
  readonly at: Date
  /** Null means unknown and adds no views. */
  readonly views: number | null
  readonly faults: readonly ExclusionReason[]
  readonly logo: LogoState
  readonly looksInhuman: boolean
}

/** Has no effect if no review of this kind is open. */
export interface Decision {
  readonly kind: ReviewKind
  readonly verdict: ReviewVerdict
  readonly at: Date
  /** The default reason for refusing a logo is `logo_absent`. */
  readonly reason?: 'logo_absent' | 'logo_too_small' | 'logo_not_in_upper_half' | undefined
  /** The review's deadline; set if the default was applied. */
  readonly defaultDueAt?: Date | undefined
}

export interface Measured {
  readonly publishedAt: Date
  /** End of the counting window; see `windowEnd`. */
  readonly until: Date
  /**
   * An earlier reading saw the video without its code. Views gained until the code was found are excluded, as with any
   * fault that is fixed later.
   */
  readonly foundWithoutCode?: true | undefined
}

/** The end of the campaign or partnership, or `windowDays` after the video was first seen, if that is earlier. */
export const windowEnd = (video: { readonly firstSeenAt: Date; readonly endsAt: Date; readonly windowDays: number }): Date =>
  new Date(Math.min(video.endsAt.getTime(), video.firstSeenAt.getTime() + video.windowDays * DAY))

export interface Count {
  /** All views within the window, including excluded views and views in review. */
  readonly views: number
  /** The highest figure that the network ever reported, including figures after the window. */
  readonly highest: number
  readonly qualified: number
  /** Views in review: because of the logo alone, the growth alone, or both. */
  readonly held: { readonly logo: number; readonly growth: number; readonly both: number }
  readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>>
  readonly removed?: number
  readonly last?: { readonly at: Date; readonly views: number }
  /**
   * Faults found with the newest figure or by later readings. Views gained before these faults are fixed are excluded.
   */
  readonly pendingFaults: readonly ExclusionReason[]
  readonly isOver: boolean
  readonly open: Readonly<Partial<Record<ReviewKind, OpenReview>>>
  /** The first decision on the logo. A published video does not change, so the decision applies to later readings. */
  readonly logoVerdict?: Decision
  readonly defaults?: readonly AppliedDefault[]
}

interface AppliedDefault {
  readonly dueAt: Date
  readonly counts: number
  readonly excluded: number
}

export interface OpenReview {
  readonly openedAt: Date
  readonly observationId: string
  /**
   * Stored so that changing the setting `review_hours` does not move the deadline. Absent in a recount, which uses the
   * reviews' deadlines.
   */
  readonly decideBy?: Date | undefined
}

export const NOTHING_COUNTED: Count = {
  views: 0,
  highest: 0,
  qualified: 0,
  held: { logo: 0, growth: 0, both: 0 },
  excluded: {},
  pendingFaults: [],
  isOver: false,
  open: {},
}

/** Readings and decisions must arrive in chronological order. If both have the same time, the reading comes first. */
export function countObservation(count: Count, seen: Observation, measured: Measured): Count {
  const highest = Math.max(count.highest, seen.views ?? 0)
  if (count.isOver) return { ...count, highest }
  const faults = faultsOf(count, seen)
  const figure = seen.views
  // An unknown or stale figure adds no views, but the faults of its reading are remembered. A reading without a figure
  // says nothing about the logo.
  if (figure === null) return { ...count, pendingFaults: inOrder([...count.pendingFaults, ...seen.faults.filter(excludesViews)]) }
  if (count.last && seen.at <= count.last.at && figure <= count.highest)
    return { ...count, pendingFaults: inOrder([...count.pendingFaults, ...faults]) }

  const isOver = seen.at > measured.until
  const within = isOver ? atBorder(count.last, { at: seen.at, views: figure }, measured) : figure
  const more = Math.max(0, within - count.views)
  const next: Count = {
    ...count,
    highest,
    views: count.views + more,
    last: { at: seen.at, views: figure },
    pendingFaults: faults,
    isOver,
  }
  const pending = measured.foundWithoutCode && !count.last ? inOrder([...count.pendingFaults, 'code_missing']) : count.pendingFaults
  const [reason] = faults.length > 0 ? faults : pending
  if (reason) return exclude(next, reason, more)
  return hold(next, seen, more)
}

/** Videos of a disconnected account stay public, so the views gained meanwhile count once it is connected again. */
const excludesViews = (reason: ExclusionReason) => reason !== 'account_disconnected'

/** Includes a logo fault that a review found. */
export function faultsOf({ logoVerdict }: Count, { faults, logo }: Observation): readonly ExclusionReason[] {
  if (logo !== 'unknown' || logoVerdict?.verdict !== 'excluded') return faults
  return inOrder([...faults, refusalOf(logoVerdict)])
}

export const refusalOf = ({ kind, reason }: Decision): ExclusionReason => (kind === 'growth' ? 'not_human' : (reason ?? 'logo_absent'))

export const inOrder = (reasons: readonly ExclusionReason[]) => exclusionReasons.filter((reason) => reasons.includes(reason))

interface Figure {
  readonly at: Date
  readonly views: number
}

/**
 * Computes the views at the end of the window by linear interpolation between the figures before and after it, rounded
 * down. If there is no earlier figure, the line starts at 0 views at the time of publication.
 */
function atBorder(before: Figure | undefined, after: Figure, { publishedAt, until }: Measured): number {
  const from = before ?? { at: publishedAt, views: 0 }
  const passed = until.getTime() - from.at.getTime()
  if (passed <= 0) return from.views
  const whole = after.at.getTime() - from.at.getTime()
  // The product of views and milliseconds may exceed the largest safe integer.
  const grown = BigInt(Math.max(0, after.views - from.views)) * BigInt(passed)
  return from.views + Number(grown / BigInt(whole))
}

function exclude(count: Count, reason: ExclusionReason, views: number): Count {
  if (views === 0) return count
  return { ...count, excluded: { ...count.excluded, [reason]: (count.excluded[reason] ?? 0) + views } }
}

/** Adds views without a fault, which qualify unless they need a review. */
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

/** A final reading requires a known figure at least as recent as the newest previous one, or a video that is gone. */
export function canBeFinal({ last }: Pick<Count, 'last'>, { at, views, faults }: Pick<Observation, 'at' | 'views' | 'faults'>): boolean {
  return goneBy(faults) !== undefined || (views !== null && (last === undefined || at >= last.at))
}

/**
 * Counts the final reading like any other, then deducts the views that the network has removed. Views gained after the
 * window offset these losses first.
 * @source decisions §5
 */
export function countFinal(count: Count, seen: Observation, measured: Measured): Count {
  const after = countObservation(count, seen, measured)
  if (!canBeFinal(count, seen)) return after
  const gone = goneBy(seen.faults)
  const lost = gone ? after.views : Math.max(0, after.views - (seen.views ?? 0))
  return takeOff(after, gone ?? 'removed_by_network', lost)
}

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

/** After an approval, views that also wait for another decision stay in review. */
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

const byDefault = (held: Count['held'], kind: ReviewKind) =>
  DEFAULT_VERDICT[kind] === 'counts' ? { counts: held[kind], excluded: 0 } : { counts: 0, excluded: held[kind] + held.both }

export function withDeadlines<C extends Pick<Count, 'open'>>(count: C, reviewHours: number): C {
  const kinds = ReviewKind.options.flatMap((kind) => {
    const open = count.open[kind]
    return open && !open.decideBy ? [[kind, { ...open, decideBy: new Date(open.openedAt.getTime() + reviewHours * HOUR) }]] : []
  })
  return kinds.length === 0 ? count : { ...count, open: { ...count.open, ...Object.fromEntries(kinds) } }
}

/** A default applies at the review's deadline, or at the final reading if that is earlier. */
export const decideBy = ({ decideBy: due }: OpenReview, checksAt: Date): Date => (due && due < checksAt ? due : checksAt)

/**
 * Without a decision, views with an unrecognised logo count, but views from growth that does not look human do not.
 * @source decisions §5
 */
export const DEFAULT_VERDICT: Readonly<Record<ReviewKind, ReviewVerdict>> = { logo: 'counts', growth: 'excluded' }

/** `views = qualified + inReview + Σ excluded` */
export interface Tally {
  readonly views: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: readonly Exclusion[]
  /** Views that the final reading moved to excluded; absent if 0. */
  readonly removed?: number
}

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
 * Groups applied and pending defaults by the day of the settlement in which they take effect.
 * @param deadlineOf returns the deadline of an open review
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
