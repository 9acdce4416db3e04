/**
 * Places notes as close to their lines as possible, in order and without overlaps. All values are in px.
 * @param wanted Ideal top of each note, ascending.
 * @returns The top of each note.
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
