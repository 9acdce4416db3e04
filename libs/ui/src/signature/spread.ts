/**
 * Places notes beside the lines they belong to: each as near to its line as possible, in order, none over another.
 * @param wanted top of each note if it stood alone, px, ascending
 * @param heights of the notes, px
 * @returns the tops, px
 * @example spreadTops([0, 10], [40, 40], 8) // [0, 48]
 */
export function spreadTops(wanted: readonly number[], heights: readonly number[], gap: number): number[] {
  let free = Number.NEGATIVE_INFINITY
  return wanted.map((top, index) => {
    const placed = Math.max(top, free)
    free = placed + (heights[index] ?? 0) + gap
    return placed
  })
}
