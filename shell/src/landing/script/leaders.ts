import { leaderPath, placeNotes } from '@reelfair/ui/static'

const SVG = 'http://www.w3.org/2000/svg'

/** Places each note beside its receipt line and draws its leader. Without this script, the notes form a column. */
export function drawLeaders(): void {
  const outer = document.querySelector<HTMLElement>('.rf-leaders')
  const drawing = outer?.querySelector('.rf-leaders-lines')
  if (!outer || !drawing) return
  const notes = [...outer.querySelectorAll<HTMLElement>('[data-note]')]
  outer.dataset.placed = ''
  const draw = () => {
    const places = placeNotes(
      outer,
      notes,
      notes.map(({ dataset }) => dataset.note ?? ''),
    )
    const paths = places.map((place, index) => {
      const note = notes[index]
      if (note) note.style.insetBlockStart = `${place.top}px`
      const path = document.createElementNS(SVG, 'path')
      path.setAttribute('d', leaderPath(place))
      return path
    })
    drawing.replaceChildren(...paths)
  }
  const observer = new ResizeObserver(draw)
  for (const element of [outer, ...notes]) observer.observe(element)
}
