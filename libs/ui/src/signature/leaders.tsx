import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { spreadTops } from './spread.ts'

export interface ReceiptNote {
  readonly line: string
  readonly title: string
  readonly text: string
}

/** Top of a note, and start of its leader line, in px from the top of the slip. */
interface Place {
  readonly top: number
  readonly from: number
}

/** Distance from the top of a note to the centre of its number, px. */
const toNumber = 12
const gap = 16
/** Width of the leader lines, px. */
const field = 60

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
    const measure = () => {
      const zero = outer.getBoundingClientRect().top
      const from = notes.map(({ line }) => {
        // The leader points at the first row of a receipt line, not at the remark below.
        const row = outer.querySelector(`[data-line="${CSS.escape(line)}"]`)
        const target = (row?.querySelector('dt, strong, code') ?? row)?.getBoundingClientRect()
        return target ? target.top + target.height / 2 - zero : 0
      })
      const heights = [...items.children].map((item) => item.getBoundingClientRect().height)
      const tops = spreadTops(
        from.map((y) => y - toNumber),
        heights,
        gap,
      )
      setPlaces(tops.map((top, index) => ({ top, from: from[index] ?? top })))
    }
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
        <svg className="rf-leaders-lines" width={field} height="100%" aria-hidden="true" focusable="false">
          {places.map(({ top, from }, index) => (
            <path key={notes[index]?.line} d={leader(from, top + toNumber)} />
          ))}
        </svg>
        <ol ref={list} className="rf-leaders-notes">
          {notes.map(({ line, title, text }, index) => (
            <li key={line} style={{ insetBlockStart: places[index]?.top ?? 0 }}>
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

/** The line is straight if the note is level with its receipt line, and bent otherwise. */
const leader = (from: number, to: number) => (Math.abs(to - from) < 1 ? `M0 ${from}H${field}` : `M0 ${from}H18L42 ${to}H${field}`)
