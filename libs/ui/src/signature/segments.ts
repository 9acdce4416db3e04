/** The parts of a view bar that lie inside its goal box, in the order they are drawn from the left. */
export const insideParts = ['qualified', 'others', 'inReview', 'remaining'] as const

/** A part of the goal box. */
export type InsidePart = (typeof insideParts)[number]

/** What a view bar shows, all in views. `qualified` is the reader's own where `others` is given. */
export interface BarFigures {
  readonly goal: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
  /** Qualified views of the other creators: creator view only. */
  readonly others?: number
}

/** One drawn part, in pixels from the left edge of the whole bar. */
export interface Segment<Part extends string = InsidePart | 'excluded'> {
  readonly part: Part
  readonly left: number
  readonly width: number
}

/** Where everything of a view bar stands, in pixels. */
export interface BarLayout {
  /** Width of the goal box; its right end is the post, which is 100%. */
  readonly goalWidth: number
  readonly inside: readonly Segment<InsidePart>[]
  /** Beyond the post, at the same scale; absent when nothing was excluded. */
  readonly excluded?: Segment<'excluded'>
  /** True when the excluded box would be wider than there is room for and is drawn torn off. */
  readonly excludedCut: boolean
}

/** The narrowest a part inside the goal box is drawn, px. @source look.md §7 */
export const minimumSegment = 3
/** The narrowest the excluded box is drawn, px. @source look.md §7 */
export const minimumExcluded = 7
/** From the post to the excluded box, px. @source look.md §7 */
export const gapBeyondPost = 6
/** More exclusions than this share of the bar are drawn torn off: the goal box must stay readable. */
const widestExcluded = 0.5

const figure = (value: number | undefined) => (value !== undefined && Number.isFinite(value) && value > 0 ? value : 0)

/** Views still to come before the goal, never below zero. */
export function remainingViews(figures: BarFigures): number {
  return Math.max(0, figure(figures.goal) - figure(figures.qualified) - figure(figures.others) - figure(figures.inReview))
}

/**
 * Places the parts of a view bar. What does not fit the goal any more (views in review past the goal) is not drawn: the key says the figure.
 *
 * @example layoutBar({ goal: 100, qualified: 50, inReview: 10, excluded: 0 }, 500).inside[0] // { part: 'qualified', left: 0, width: 250 }
 */
export function layoutBar(figures: BarFigures, width: number): BarLayout {
  const goal = figure(figures.goal)
  const excluded = figure(figures.excluded)
  const { goalWidth, excludedWidth, cut } = splitAtPost(goal, excluded, width)
  const box = excluded > 0 && { part: 'excluded' as const, left: goalWidth + gapBeyondPost, width: excludedWidth }
  return { goalWidth, inside: layoutInside(figures, goalWidth), ...(box ? { excluded: box } : {}), excludedCut: cut }
}

/** Divides the width between goal box and excluded box so that a view is equally wide in both, as far as the minimum and the tear allow. */
function splitAtPost(goal: number, excluded: number, width: number) {
  if (excluded === 0) return { goalWidth: width, excludedWidth: 0, cut: false }
  const room = Math.max(0, width - gapBeyondPost)
  const toScale = goal + excluded > 0 ? (room * excluded) / (goal + excluded) : 0
  const widest = Math.max(minimumExcluded, width * widestExcluded)
  const excludedWidth = Math.min(Math.max(minimumExcluded, toScale), widest)
  return { goalWidth: Math.max(0, room - excludedWidth), excludedWidth, cut: toScale > widest }
}

function layoutInside(figures: BarFigures, goalWidth: number): Segment<InsidePart>[] {
  const goal = figure(figures.goal)
  if (goal === 0) return []
  const views = { qualified: figure(figures.qualified), others: figure(figures.others), inReview: figure(figures.inReview), remaining: 0 }
  views.remaining = remainingViews(figures)
  let free = goal
  const present: { part: InsidePart; share: number }[] = []
  for (const part of insideParts) {
    const share = Math.min(views[part], free)
    free -= share
    if (share > 0) present.push({ part, share: share / goal })
  }
  const widths = widthsWithMinimum(
    present.map(({ share }) => share),
    goalWidth,
    minimumSegment,
  )
  let left = 0
  return present.map(({ part }, index) => {
    const segment = { part, left, width: widths[index] ?? 0 }
    left += segment.width
    return segment
  })
}

/**
 * Divides `width` by `shares` (which sum to 1 or less) so that none is narrower than `minimum`; the wider ones give what the narrow ones take.
 * Where there is no room for all minimums, all are equally wide.
 */
export function widthsWithMinimum(shares: readonly number[], width: number, minimum: number): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  if (total <= 0) return shares.map(() => 0)
  if (shares.length * minimum >= width) return shares.map(() => width / shares.length)
  const raised = new Set<number>()
  // Each round may push a part that was wide enough below the minimum, so it repeats until none is left; at most one round per part.
  for (;;) {
    const rest = width - raised.size * minimum
    const restShare = shares.reduce((sum, share, index) => (raised.has(index) ? sum : sum + share), 0)
    const narrow = shares.findIndex((share, index) => !raised.has(index) && (share / restShare) * rest < minimum)
    if (narrow < 0) return shares.map((share, index) => (raised.has(index) ? minimum : (share / restShare) * rest))
    raised.add(narrow)
  }
}
