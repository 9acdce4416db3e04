import { type Bracket, chooseLabels, figureLetter, placeBrackets, runs } from './labels.ts'
import { gridlines } from './scale.ts'

/** One night's reading, in views. */
export interface Night {
  /** The day in Paris, "2026-11-19". */
  readonly date: string
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

/** A remark over a run of nights, both ends included. */
export interface NightNote {
  readonly from: string
  readonly to: string
  readonly text: string
}

/** A drawn night. A height of zero is not drawn; `excludedTop` is where its outline begins. */
export interface NightBar {
  readonly night: Night
  readonly x: number
  readonly width: number
  readonly qualifiedHeight: number
  readonly inReviewHeight: number
  readonly excludedHeight: number
  /** The highest drawn point. */
  readonly top: number
  /** The middle of its label, which stays inside the drawing. */
  readonly labelX: number
}

/** A stretch of nights without views. */
export interface EmptyStretch {
  readonly from: number
  readonly to: number
  readonly centre: number
  readonly width: number
  /** The note that explains it, if one was given. */
  readonly note?: NightNote
}

/** Where everything of the chart stands, px; y grows downwards from 0, the base line is at `base`. */
export interface NightsLayout {
  readonly height: number
  readonly base: number
  readonly left: number
  readonly slot: number
  readonly bars: readonly NightBar[]
  readonly grid: readonly { value: number; y: number }[]
  readonly labelled: ReadonlySet<number>
  readonly brackets: readonly Bracket[]
  readonly empty: readonly EmptyStretch[]
  readonly dates: readonly number[]
}

/** Between the stacked part and the outline of what was excluded, px. @source look.md §6 */
export const gapOverStack = 3
const smallest = { qualified: 1.5, inReview: 3, excluded: 3 }
const labelHeight = 20
/** From a bar to the foot of its label, px. */
const overBar = 6
const dateHeight = 26
/** From one printed date to the next at least, px: the last one carries its month. */
const dateRoom = 44

/** Below this width the notes stand in the table only, as there is no room for their brackets. */
export const narrow = 560

const halfOf = (label: string) => (label.length * figureLetter) / 2

const seen = ({ qualified, inReview, excluded }: Night) => qualified + inReview + excluded

/**
 * Places the bars, labels, notes and dates of a chart of nights.
 * @param plot height of the highest bar, px
 * @param text what a label prints, for its width
 */
export function layoutNights(
  nights: readonly Night[],
  notes: readonly NightNote[],
  { width, plot, text }: { width: number; plot: number; text: (views: number) => string },
): NightsLayout {
  const left = 46
  const slot = (width - left) / Math.max(1, nights.length)
  const highest = Math.max(0, ...nights.map(seen))
  const scale = highest > 0 ? (plot - gapOverStack) / highest : 0
  const height = (views: number, least: number) => (views > 0 ? Math.max(least, views * scale) : 0)
  const barWidth = Math.min(46, Math.max(2, slot * 0.68))

  // First with the base at 0, so that what stands above the bars decides how high the drawing is.
  const bars = nights.map((night, index) => {
    const qualifiedHeight = height(night.qualified, smallest.qualified)
    const inReviewHeight = height(night.inReview, smallest.inReview)
    const excludedHeight = height(night.excluded, smallest.excluded)
    const top = -(qualifiedHeight + inReviewHeight + (excludedHeight > 0 ? gapOverStack + excludedHeight : 0))
    const x = left + index * slot + (slot - barWidth) / 2
    const labelX = Math.min(x + barWidth / 2, width - halfOf(text(night.qualified)))
    return { night, x, width: barWidth, qualifiedHeight, inReviewHeight, excludedHeight, top, labelX }
  })
  const stretches = runs(nights, (night) => seen(night) > 0)
  const labelled = chooseLabels(labelCandidates(bars, stretches, text))
  const topOf = (bar: NightBar, index: number) => bar.top - (labelled.has(index) ? labelHeight : 0)
  const top = (from: number, to: number) =>
    Math.min(0, ...bars.map((bar, index) => (bar.x + bar.width > from && bar.x < to ? topOf(bar, index) : 0)))

  const index = (date: string) => nights.findIndex((night) => night.date === date)
  const ranges = notes
    .map((note) => ({ note, from: index(note.from), to: index(note.to) }))
    .filter(({ from, to }) => from >= 0 && to >= from)
  const overBars = ranges.filter(({ from, to }) => nights.slice(from, to + 1).some((night) => seen(night) > 0))
  const brackets =
    width < narrow
      ? []
      : placeBrackets(
          overBars.map(({ note, from, to }) => ({
            left: bars[from]?.x ?? 0,
            right: (bars[to]?.x ?? 0) + barWidth,
            text: note.text,
            top,
          })),
          width,
        )
  const highestPoint = Math.min(-plot, ...bars.map(topOf), ...brackets.map(({ textY }) => textY - 16))
  const base = Math.ceil(4 - highestPoint)
  const down = (y: number) => y + base

  return {
    height: base + dateHeight,
    base,
    left,
    slot,
    bars: bars.map((bar) => ({ ...bar, top: down(bar.top) })),
    grid: gridlines(highest).map((value) => ({ value, y: down(-value * scale) })),
    labelled,
    brackets: brackets.map((bracket) => ({ ...bracket, y: down(bracket.y), textY: down(bracket.textY) })),
    empty: stretches
      .filter(({ holds }) => !holds)
      .map(({ from, to }) => {
        const why = ranges.find((range) => range.from <= to && range.to >= from && !overBars.includes(range))
        return {
          from,
          to,
          centre: left + ((from + to + 1) / 2) * slot,
          width: (to - from + 1) * slot,
          ...(why ? { note: why.note } : {}),
        }
      }),
    dates: datesShown(nights.length, slot),
  }
}

/** The highest night, the latest one, then the highest of every other run of nights with views. */
function labelCandidates(
  bars: readonly NightBar[],
  stretches: readonly { from: number; to: number; holds: boolean }[],
  text: (views: number) => string,
) {
  const views = (index: number) => bars[index]?.night.qualified ?? 0
  const best = (from: number, to: number) => {
    let found = from
    for (let index = from; index <= to; index++) if (views(index) > views(found)) found = index
    return found
  }
  const full = stretches.filter(({ holds }) => holds)
  const peaks = full.map(({ from, to }) => best(from, to)).sort((a, b) => views(b) - views(a))
  const latest = full.at(-1)?.to
  const order = [peaks[0], latest, ...peaks.slice(1)].filter((index) => index !== undefined && views(index) > 0)
  return [...new Set(order)].flatMap((index = 0) => {
    const bar = bars[index]
    if (!bar) return []
    const label = text(views(index))
    // Over a higher neighbour it could not be read, and above that one it would be taken for its figure; the table has it.
    const half = halfOf(label)
    const isOver = (other: NightBar) => other.x < bar.labelX + half && other.x + other.width > bar.labelX - half
    const covers = bars.some((other) => other !== bar && isOver(other) && other.top < bar.top - overBar)
    return covers ? [] : [{ index, x: bar.labelX, text: label }]
  })
}

/** Which dates are printed: every night where there is room, else every second, third and so on, counted back from the last. */
function datesShown(count: number, slot: number): number[] {
  const every = Math.max(1, Math.ceil(dateRoom / slot))
  const shown: number[] = []
  for (let index = count - 1; index >= 0; index -= every) shown.unshift(index)
  return shown
}
