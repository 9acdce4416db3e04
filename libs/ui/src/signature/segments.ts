/** The goal box has these parts, from left to right. */
export const insideParts = ['qualified', 'others', 'inReview', 'remaining'] as const

type InsidePart = (typeof insideParts)[number]

/** All figures are in views. If `others` is set, `qualified` holds only the current creator's views. */
export interface BarFigures {
  readonly goal: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
  /** The other creators' qualified views. Set this on creator screens only. */
  readonly others?: number
}

/** `left` is measured from the bar's left edge, in px. */
interface Segment<Part extends string = InsidePart | 'excluded'> {
  readonly part: Part
  readonly left: number
  readonly width: number
}

export interface BarLayout {
  /** The goal box's right edge is the post, which marks 100%. */
  readonly goalWidth: number
  readonly inside: readonly Segment<InsidePart>[]
  /** The excluded box is drawn beyond the post, at the same scale. Absent if there are no excluded views. */
  readonly excluded?: Segment<'excluded'>
  /** True if the excluded box is cut off because it would be too wide. */
  readonly excludedCut: boolean
}

/** Minimum width of a part of the goal box, px. @source look.md §7 */
export const minimumSegment = 3
/** Minimum width of the excluded box, px. @source look.md §7 */
export const minimumExcluded = 7
/** Gap between the goal box and the excluded box, px. @source look.md §7 */
export const gapBeyondPost = 6
/** Maximum share of the bar for the excluded box, so that the goal box stays readable. */
const widestExcluded = 0.5

const figure = (value: number | undefined) => (value !== undefined && Number.isFinite(value) && value > 0 ? value : 0)

/** The result is never negative. Views in review count toward the goal here. */
export function remainingViews(figures: BarFigures): number {
  return Math.max(0, figure(figures.goal) - figure(figures.qualified) - figure(figures.others) - figure(figures.inReview))
}

/**
 * The bar does not show views in review beyond the goal; the key includes them.
 * @example layoutBar({ goal: 100, qualified: 50, inReview: 10, excluded: 0 }, 500).inside[0] // { part: 'qualified',
 * left: 0, width: 250 }
 */
export function layoutBar(figures: BarFigures, width: number): BarLayout {
  const goal = figure(figures.goal)
  const excluded = figure(figures.excluded)
  const { goalWidth, excludedWidth, cut } = splitAtPost(goal, excluded, width)
  const box = excluded > 0 && { part: 'excluded' as const, left: goalWidth + gapBeyondPost, width: excludedWidth }
  return { goalWidth, inside: layoutInside(figures, goalWidth), ...(box ? { excluded: box } : {}), excludedCut: cut }
}

/** The goal box and the excluded box share one scale, within the limits of the excluded box. */
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
 * Splits `width` by `shares` (sum at most 1). Parts narrower than `minimum` grow, and wider parts shrink to make room.
 * If the minimum widths do not fit, all parts are equally wide.
 */
export function widthsWithMinimum(shares: readonly number[], width: number, minimum: number): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  if (total <= 0) return shares.map(() => 0)
  if (shares.length * minimum >= width) return shares.map(() => width / shares.length)
  const raised = new Set<number>()
  // Widening one part can push another below the minimum, so the loop repeats until every part is wide enough.
  for (;;) {
    const rest = width - raised.size * minimum
    const restShare = shares.reduce((sum, share, index) => (raised.has(index) ? sum : sum + share), 0)
    const narrow = shares.findIndex((share, index) => !raised.has(index) && (share / restShare) * rest < minimum)
    if (narrow < 0) return shares.map((share, index) => (raised.has(index) ? minimum : (share / restShare) * rest))
    raised.add(narrow)
  }
}
