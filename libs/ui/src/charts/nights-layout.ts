import { type Bracket, chooseLabels, figureCharWidth, placeBrackets, runs } from './labels.ts'
import { gridlines } from './scale.ts'

export interface Night {
  readonly date: string
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

/** Both dates are inclusive. */
export interface NightNote {
  readonly from: string
  readonly to: string
  readonly text: string
}

/** Parts with zero height are not drawn. */
export interface NightBar {
  readonly night: Night
  readonly x: number
  readonly width: number
  readonly qualifiedHeight: number
  readonly inReviewHeight: number
  readonly excludedHeight: number
  readonly top: number
  /** The x coordinate of the label's centre, moved if necessary to keep the label inside the drawing. */
  readonly labelX: number
}

export interface EmptyStretch {
  readonly from: number
  readonly to: number
  readonly centre: number
  readonly width: number
  readonly note?: NightNote
}

/** All values are in px. y grows downwards from 0, and the baseline is at `base`. */
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
}

/** Gap between the stacked bar and the outline of excluded views, px. @source look.md §6 */
export const gapOverStack = 3
const left = 46
const smallest = { qualified: 1.5, inReview: 3, excluded: 3 }
const labelHeight = 20
/** Gap between a bar and its label, px. */
const overBar = 6
export const dateHeight = 26

/** Below this width in px, brackets do not fit, so only the table shows notes. */
export const narrow = 560

const halfOf = (label: string) => (label.length * figureCharWidth) / 2

export const seen = ({ qualified, inReview, excluded }: Night) => qualified + inReview + excluded

/** Stacks the bars upwards from y = 0, because labels and notes above them determine the chart's height. */
function placeBars(
  nights: readonly Night[],
  text: (views: number) => string,
  { width, slot, scale }: Record<'width' | 'slot' | 'scale', number>,
) {
  const height = (views: number, least: number) => (views > 0 ? Math.max(least, views * scale) : 0)
  const barWidth = Math.min(46, Math.max(2, slot * 0.68))
  return nights.map((night, index): NightBar => {
    const qualifiedHeight = height(night.qualified, smallest.qualified)
    const inReviewHeight = height(night.inReview, smallest.inReview)
    const excludedHeight = height(night.excluded, smallest.excluded)
    const top = -(qualifiedHeight + inReviewHeight + (excludedHeight > 0 ? gapOverStack + excludedHeight : 0))
    const x = left + index * slot + (slot - barWidth) / 2
    const labelX = Math.min(x + barWidth / 2, width - halfOf(text(night.qualified)))
    return { night, x, width: barWidth, qualifiedHeight, inReviewHeight, excludedHeight, top, labelX }
  })
}

/** Converts notes to ranges of indices, marked with `overBars` if any of their nights has views. */
function placeNotes(nights: readonly Night[], notes: readonly NightNote[]) {
  const index = (date: string) => nights.findIndex((night) => night.date === date)
  const ranges = notes
    .map((note) => ({ note, from: index(note.from), to: index(note.to) }))
    .filter(({ from, to }) => from >= 0 && to >= from)
  const hasViews = ({ from, to }: { from: number; to: number }) => nights.slice(from, to + 1).some((night) => seen(night) > 0)
  return { overBars: ranges.filter(hasViews), overNothing: ranges.filter((range) => !hasViews(range)) }
}

/**
 * Computes the positions of bars, labels and notes.
 * @param plot Height of the highest bar, px.
 * @param text Formats a label; the text's length determines the label's width.
 */
export function layoutNights(
  nights: readonly Night[],
  notes: readonly NightNote[],
  { width, plot, text }: { width: number; plot: number; text: (views: number) => string },
): NightsLayout {
  const slot = (width - left) / Math.max(1, nights.length)
  const highest = Math.max(0, ...nights.map(seen))
  const scale = highest > 0 ? (plot - gapOverStack) / highest : 0
  const bars = placeBars(nights, text, { width, slot, scale })
  const stretches = runs(nights, (night) => seen(night) > 0)
  const labelled = chooseLabels(labelCandidates(bars, stretches, text))
  const topOf = (bar: NightBar, index: number) => bar.top - (labelled.has(index) ? labelHeight : 0)
  const top = (from: number, to: number) =>
    Math.min(0, ...bars.map((bar, index) => (bar.x + bar.width > from && bar.x < to ? topOf(bar, index) : 0)))

  const { overBars, overNothing } = placeNotes(nights, notes)
  const requests = overBars.flatMap(({ note: { text }, from, to }) => {
    const [first, last] = [bars[from], bars[to]]
    return first && last ? [{ left: first.x, right: last.x + last.width, text, top }] : []
  })
  const brackets = width < narrow ? [] : placeBrackets(requests, width)
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
        const why = overNothing.find((range) => range.from <= to && range.to >= from)
        return { from, to, centre: left + ((from + to + 1) / 2) * slot, width: (to - from + 1) * slot, ...(why && { note: why.note }) }
      }),
  }
}

/**
 * Orders candidates by priority: the highest night, the latest night, then the peak of each remaining run with views.
 */
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
    // A label above a taller neighbour would seem to belong to the neighbour. The table still lists the value.
    const half = halfOf(label)
    const isOver = (other: NightBar) => other.x < bar.labelX + half && other.x + other.width > bar.labelX - half
    const covers = bars.some((other) => other !== bar && isOver(other) && other.top < bar.top - overBar)
    return covers ? [] : [{ index, x: bar.labelX, text: label }]
  })
}
