/** Positions of the minor ticks in percent: one every 5% of the goal. */
const minor = Array.from({ length: 19 }, (_, index) => (index + 1) * 5)

/**
 * The ruler below a goal box. Hidden from screen readers, because the bar's text alternative contains the figures.
 * @param width Width of the goal box, px.
 * @param of Width of the entire bar, px.
 * @param marks Evenly spaced labels, from 0 to the goal. A narrow ruler drops inner labels.
 */
export function Ruler({ width, of, marks }: { width: number; of: number; marks: readonly string[] }) {
  const last = marks.length - 1
  const at = (index: number) => `${(index / last) * 100}%`
  const taken = new Set(marks.map((_, index) => Math.round((index / last) * 100)))
  const visible = visibleMarks(marks, width)
  return (
    <div className="rf-ruler" aria-hidden="true" style={{ inlineSize: `${((width / of) * 100).toFixed(4)}%` }}>
      {minor.map((percent) => !taken.has(percent) && <i key={percent} className="rf-tick" style={{ insetInlineStart: `${percent}%` }} />)}
      {marks.map((mark, index) => (
        <i key={mark} className="rf-tick rf-tick-major" style={{ insetInlineStart: at(index) }} />
      ))}
      {marks.map((mark, index) => {
        if (!visible.has(index)) return null
        const place = index === 0 ? ' rf-mark-first' : index === last ? ' rf-mark-last' : ''
        return (
          <span key={mark} className={`rf-mark${place}`} style={{ insetInlineStart: at(index) }}>
            {mark}
          </span>
        )
      })}
    </div>
  )
}

/** Estimated character width at 12.5 px, and minimum gap between labels, px. */
const letter = 7.2
const air = 8

/**
 * Chooses labels that do not overlap: always the goal, then zero, then all or every second inner label.
 * @returns Indices into `marks`.
 */
export function visibleMarks(marks: readonly string[], width: number): ReadonlySet<number> {
  const last = marks.length - 1
  const wide = (index: number) => (marks[index]?.length ?? 0) * letter
  const extent = (index: number): [number, number] => {
    const centre = (index / last) * width
    if (index === 0) return [0, wide(0)]
    if (index === last) return [width - wide(last), width]
    return [centre - wide(index) / 2, centre + wide(index) / 2]
  }
  const clear = (indices: readonly number[]) =>
    indices.every((index, place) => {
      const next = indices[place + 1]
      return next === undefined || extent(index)[1] + air <= extent(next)[0]
    })
  const all = marks.map((_, index) => index)
  for (const every of [1, 2]) {
    const chosen = all.filter((index) => index % every === 0 || index === last)
    if (clear(chosen)) return new Set(chosen)
    // The goal has the longest label, so drop its neighbour first.
    const withoutNeighbour = chosen.filter((index) => index !== chosen.at(-2))
    if (withoutNeighbour.length > 2 && clear(withoutNeighbour)) return new Set(withoutNeighbour)
  }
  return new Set(clear([0, last]) ? [0, last] : [last])
}
