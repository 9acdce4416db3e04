/** Px of a label's letter: 13 px figures, and 16 px italic notes. */
export const figureLetter = 7.6
export const noteLetter = 8

/** A value that may be printed over its bar or point. */
export interface LabelCandidate {
  readonly index: number
  readonly x: number
  readonly text: string
}

/**
 * Chooses the values worth printing: in the order given, never more than three, never one over another.
 * @param candidates most important first
 * @returns the chosen indices
 */
export function chooseLabels(candidates: readonly LabelCandidate[], most = 3): ReadonlySet<number> {
  const chosen: LabelCandidate[] = []
  for (const candidate of candidates) {
    if (chosen.length === most) break
    const clear = chosen.every(
      (other) => Math.abs(other.x - candidate.x) >= ((other.text.length + candidate.text.length) / 2) * figureLetter + 4,
    )
    if (clear) chosen.push(candidate)
  }
  return new Set(chosen.map(({ index }) => index))
}

/** Runs of neighbouring items that answer the same to `is`. */
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

/** A text over a stretch of a chart. `low` is the highest point (smallest y) of what it must stand clear of. */
export interface BracketWish {
  readonly left: number
  readonly right: number
  readonly text: string
  /** Highest drawn point between two x, as y. */
  readonly top: (left: number, right: number) => number
}

/** A bracket with its text. */
export interface Bracket {
  readonly left: number
  readonly right: number
  readonly y: number
  readonly text: string
  readonly textX: number
  readonly textY: number
}

/** From what is drawn to the bracket, from the bracket to its text, and the height of a text line, px. */
const overBars = 16
const overBracket = 9
const line = 24

/**
 * Places bracket and text of each note above what it explains; a text that would touch another note moves up.
 * @param width of the drawing, which no text leaves
 */
export function placeBrackets(wishes: readonly BracketWish[], width: number): Bracket[] {
  const placed: Bracket[] = []
  for (const { left, right, text, top } of wishes) {
    const half = Math.min(width, text.length * noteLetter) / 2
    const textX = Math.min(Math.max((left + right) / 2, half), Math.max(half, width - half))
    const from = Math.min(left, textX - half)
    const to = Math.max(right, textX + half)
    let y = top(from, to) - overBars
    // Each step up clears at least one note, so there are never more steps than notes.
    for (const other of [...placed].sort((a, b) => b.y - a.y)) {
      const otherHalf = (other.text.length * noteLetter) / 2
      const apart = to < Math.min(other.left, other.textX - otherHalf) || from > Math.max(other.right, other.textX + otherHalf)
      if (!apart && y > other.y - overBracket - line && y - overBracket - line < other.y + 6) y = other.y - overBracket - line
    }
    placed.push({ left, right, y, text, textX, textY: y - overBracket })
  }
  return placed
}
