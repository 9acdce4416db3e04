/** Estimated character widths in px, for 13 px figures and 16 px italic notes. */
export const figureCharWidth = 7.6
export const noteCharWidth = 8

export interface LabelCandidate {
  readonly index: number
  readonly x: number
  readonly text: string
}

/**
 * Chooses the first candidates that do not overlap, at most three by default. Returns their indices.
 * @param candidates Most important first.
 */
export function chooseLabels(candidates: readonly LabelCandidate[], most = 3): ReadonlySet<number> {
  const chosen: LabelCandidate[] = []
  for (const candidate of candidates) {
    if (chosen.length === most) break
    const clear = chosen.every(
      (other) => Math.abs(other.x - candidate.x) >= ((other.text.length + candidate.text.length) / 2) * figureCharWidth + 4,
    )
    if (clear) chosen.push(candidate)
  }
  return new Set(chosen.map(({ index }) => index))
}

/** Groups consecutive items for which `is` returns the same result. */
export function runs<Item>(items: readonly Item[], is: (item: Item) => boolean): { from: number; to: number; holds: boolean }[] {
  const found: { from: number; to: number; holds: boolean }[] = []
  for (const [index, item] of items.entries()) {
    const holds = is(item)
    const last = found.at(-1)
    if (last && last.holds === holds) last.to = index
    else found.push({ from: index, to: index, holds })
  }
  return found
}

/** Minimum distance between two dates, px. Leaves room for the month after the last date. */
const dateRoom = 44

/** Indices of the dates to print: all if they fit, otherwise every nth, counted back from the last. */
export function datesShown(count: number, spacing: number): number[] {
  const every = Math.max(1, Math.ceil(dateRoom / spacing))
  const shown: number[] = []
  for (let index = count - 1; index >= 0; index -= every) shown.unshift(index)
  return shown
}

/** A request to place a note above a section of a chart. */
export interface BracketRequest {
  readonly left: number
  readonly right: number
  readonly text: string
  /** Returns the y coordinate of the highest drawn point between two x positions. */
  readonly top: (left: number, right: number) => number
}

export interface Bracket {
  readonly left: number
  readonly right: number
  readonly y: number
  readonly text: string
  readonly textX: number
  readonly textY: number
}

/** Distance from bars to bracket, distance from bracket to text, and line height, in px. */
const overBars = 16
const overBracket = 9
const line = 24

/**
 * Places brackets and their texts above the bars. A note that would touch another one moves up.
 * @param width Texts stay within this width.
 */
export function placeBrackets(wishes: readonly BracketRequest[], width: number): Bracket[] {
  const placed: Bracket[] = []
  for (const { left, right, text, top } of wishes) {
    const half = Math.min(width, text.length * noteCharWidth) / 2
    const textX = Math.min(Math.max((left + right) / 2, half), Math.max(half, width - half))
    const from = Math.min(left, textX - half)
    const to = Math.max(right, textX + half)
    let y = top(from, to) - overBars
    // Checks notes from the lowest to the highest, so that one pass resolves all overlaps.
    for (const other of [...placed].sort((a, b) => b.y - a.y)) {
      const otherHalf = (other.text.length * noteCharWidth) / 2
      const apart = to < Math.min(other.left, other.textX - otherHalf) || from > Math.max(other.right, other.textX + otherHalf)
      if (!apart && y > other.y - overBracket - line && y - overBracket - line < other.y + 6) y = other.y - overBracket - line
    }
    placed.push({ left, right, y, text, textX, textY: y - overBracket })
  }
  return placed
}
