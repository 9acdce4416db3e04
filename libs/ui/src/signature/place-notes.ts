/** Measures where the notes beside a receipt belong. Without React, so that pages without React can use it. */
import { spreadTops } from './spread.ts'

/** Top of a note, and start of its leader line, in px from the top of the slip. */
export interface Place {
  readonly top: number
  readonly from: number
}

/** Distance from the top of a note to the centre of its number, px. */
const toNumber = 12
const gap = 16
/** Width of the leader lines, px. */
export const leaderWidth = 60

/**
 * @param outer Contains the slip and the notes
 * @param lines `data-line` of the receipt line that each note belongs to
 */
export function placeNotes(outer: Element, notes: readonly Element[], lines: readonly string[]): Place[] {
  const zero = outer.getBoundingClientRect().top
  const from = lines.map((line) => {
    // The leader points at the first row of a receipt line, not at the remark below.
    const row = outer.querySelector(`[data-line="${CSS.escape(line)}"]`)
    const target = (row?.querySelector('dt, strong, code') ?? row)?.getBoundingClientRect()
    return target ? target.top + target.height / 2 - zero : 0
  })
  const heights = notes.map((note) => note.getBoundingClientRect().height)
  const tops = spreadTops(
    from.map((y) => y - toNumber),
    heights,
    gap,
  )
  return tops.map((top, index) => ({ top, from: from[index] ?? top }))
}

/** The line is straight if the note is level with its receipt line, and bent otherwise. */
export function leaderPath({ top, from }: Place): string {
  const to = top + toNumber
  return Math.abs(to - from) < 1 ? `M0 ${from}H${leaderWidth}` : `M0 ${from}H18L42 ${to}H${leaderWidth}`
}
