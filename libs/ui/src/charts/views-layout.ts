import { spreadTops } from '../signature/spread.ts'
import { type Bracket, figureCharWidth, placeBrackets } from './labels.ts'
import { gapOverStack, type NightNote, narrow } from './nights-layout.ts'
import { gridlines } from './scale.ts'

export interface Reading {
  readonly date: string
  readonly qualified: number
  readonly inReview?: number
  readonly excluded?: number
}

export type AreaPart = 'qualified' | 'review' | 'excluded'

export interface AreaLabel {
  readonly part: AreaPart
  readonly word: string
  readonly figure: string
}

/** All values are in px. y grows downwards from 0, and the baseline is at `base`. */
export interface ViewsLayout {
  readonly base: number
  readonly left: number
  readonly right: number
  readonly labelX: number
  readonly spacing: number
  readonly grid: readonly { value: number; y: number }[]
  readonly areas: Readonly<Record<AreaPart, string>>
  readonly goalY: number | undefined
  readonly labels: readonly (AreaLabel & { readonly y: number })[]
  readonly brackets: readonly Bracket[]
  readonly x: (date: string) => number
}

const dayMs = 86_400_000
const left = 46
/** Height of a bracket with its text and the gap below, px. */
const noteRoom = 46
const labelHeight = 34
const labelGap = 14

/** An area needs two points, so a point at zero precedes a single reading. */
function pointsOf(readings: readonly Reading[]): readonly Reading[] {
  const [first, second] = readings
  if (!first || second) return readings
  return [{ date: new Date(Date.parse(first.date) - dayMs).toISOString().slice(0, 10), qualified: 0 }, first]
}

/** Computes the chart's baseline and the upper edge of each area. */
const stack = ({ qualified, inReview = 0, excluded = 0 }: Reading) => ({
  base: 0,
  qualified,
  review: qualified + inReview,
  excluded: qualified + inReview + excluded,
})
type Stack = ReturnType<typeof stack>
const floors = { qualified: 'base', review: 'qualified', excluded: 'review' } as const

/** The path starts one reading before the area's first view. */
function areaPath(stacks: readonly Stack[], part: AreaPart, point: (views: number, index: number) => string) {
  const from = Math.max(0, stacks.findIndex((totals) => totals[part] > totals[floors[part]]) - 1)
  const drawn = [...stacks.entries()].slice(from)
  const over = drawn.map(([index, totals]) => point(totals[part], index))
  const under = drawn.map(([index, totals]) => point(totals[floors[part]], index)).reverse()
  return `M${[...over, ...under].join('L')}Z`
}

/** Places labels from the bottom up, each beside the middle of its area, without overlaps. */
function placeLabels(labels: readonly AreaLabel[], last: Stack | undefined, base: number, y: (views: number) => number) {
  const middle = (part: AreaPart) => (last ? (last[part] + last[floors[part]]) / 2 : 0)
  const tops = spreadTops(
    labels.map(({ part }) => -y(middle(part)) - labelHeight / 2),
    labels.map(() => labelHeight),
    2,
  ).map((bottomUp) => -bottomUp - labelHeight)
  const overflow = Math.max(0, ...tops.map((top) => top + labelHeight - base))
  return labels.map((label, index) => ({ ...label, y: (tops[index] ?? 0) - overflow }))
}

interface Drawing {
  readonly width: number
  readonly goal: number | undefined
  readonly notes: readonly NightNote[]
}

/** Computes the positions in a chart of running totals. @param labels From the bottom up. */
export function layoutViews(readings: readonly Reading[], labels: readonly AreaLabel[], { width, goal, notes }: Drawing): ViewsLayout {
  const points = pointsOf(readings)
  const stacks = points.map(stack)
  const labelWidth = Math.max(...labels.map(({ word, figure }) => Math.max(word.length, figure.length) * figureCharWidth))
  const right = width - labelGap - labelWidth

  const plot = width < narrow ? 180 : 220
  const highest = Math.max(goal ?? 0, 1, ...stacks.map(({ excluded }) => excluded))
  const [start = 0, end = 0] = [points[0], points.at(-1)].map((point) => Date.parse(point?.date ?? ''))
  const days = Math.max(1, (end - start) / dayMs)
  const x = (date: string) => left + 6 + ((Date.parse(date) - start) / dayMs / days) * (right - left - 6)
  const above = (views: number) => -(views / highest) * plot
  const xs = points.map(({ date }) => x(date))

  const top = (from: number, to: number) => {
    const tops = stacks.map(({ excluded }, index) => ((xs[index] ?? left) >= from && (xs[index] ?? left) <= to ? above(excluded) - 10 : 0))
    const drawn = Math.min(0, ...tops)
    // A note that would overlap the goal line or its label moves above both.
    const crosses = goal !== undefined && drawn - noteRoom < above(goal) + 4
    return crosses ? Math.min(drawn, above(goal) - (from < left + 130 ? 14 : -8)) : drawn
  }
  const requests = notes.map(({ from, to, text }) => ({ left: x(from), right: x(to), text, top }))
  const brackets = width < narrow ? [] : placeBrackets(requests, width)
  const base = Math.ceil(28 - Math.min(-plot, ...brackets.map(({ textY }) => textY - 16)))
  const y = (views: number) => base + above(views)
  const area = (part: AreaPart, gap = 0) =>
    areaPath(stacks, part, (views, index) => `${(xs[index] ?? left).toFixed(1)} ${(y(views) - gap).toFixed(1)}`)

  return {
    base,
    left,
    right,
    labelX: right + labelGap,
    spacing: (right - left) / points.length,
    grid: gridlines(highest).map((value) => ({ value, y: y(value) })),
    areas: { qualified: area('qualified'), review: area('review'), excluded: area('excluded', gapOverStack) },
    goalY: goal === undefined ? undefined : y(goal),
    labels: placeLabels(labels, stacks.at(-1), base, y),
    brackets: brackets.map((bracket) => ({ ...bracket, y: base + bracket.y, textY: base + bracket.textY })),
    x,
  }
}
