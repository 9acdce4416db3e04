import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { leaderPath, leaderWidth, type Place, placeNotes } from './place-notes.ts'

export interface ReceiptNote {
  readonly line: string
  readonly title: string
  readonly text: string
}

/**
 * Notes beside a slip, each connected to its line by a leader line. In a narrow container, the notes are below
 * the slip.
 */
export function WithLeaders({ notes, children }: { notes: readonly ReceiptNote[]; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [places, setPlaces] = useState<readonly Place[]>([])

  useLayoutEffect(() => {
    const outer = box.current
    const items = list.current
    if (!outer || !items) return
    const lines = notes.map(({ line }) => line)
    const measure = () => setPlaces(placeNotes(outer, [...items.children], lines))
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(outer)
    for (const item of items.children) observer.observe(item)
    return () => observer.disconnect()
  }, [notes])

  return (
    <div className="rf-leaders-room">
      <div ref={box} className="rf-leaders">
        {children}
        <svg className="rf-leaders-lines" width={leaderWidth} height="100%" aria-hidden="true" focusable="false">
          {places.map((place, index) => (
            <path key={notes[index]?.line} d={leaderPath(place)} />
          ))}
        </svg>
        <ol ref={list} className="rf-leaders-notes">
          {notes.map(({ line, title, text }, index) => (
            <li key={line} data-note={line} style={places[index] && { insetBlockStart: places[index].top }}>
              <span className="rf-leaders-number" aria-hidden="true">
                {index + 1}
              </span>
              <h4>{title}</h4>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
