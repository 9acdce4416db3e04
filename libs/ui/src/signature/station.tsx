import { useSignatureWords } from './words.ts'

/** The five points a euro can stand at, in order. */
export const stations = ['earned', 'held', 'available', 'inTransfer', 'paid'] as const

/** One of them. */
export type Station = (typeof stations)[number]

/**
 * The shape of a station: dashed ring, hatched square, disc, arrow, square with check. Told apart without colour.
 * @param size px; 24 on the path, 14 in tables
 */
export function StationGlyph({ of, size = 24 }: { of: Station; size?: number }) {
  return (
    <svg className={`rf-glyph rf-is-${of}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shapes[of]}
    </svg>
  )
}

const shapes = {
  earned: <circle cx="12" cy="12" r="10.4" fill="none" stroke="currentColor" strokeWidth="2.8" strokeDasharray="4.4 2.134" />,
  // Drawn as lines, not as an SVG pattern: a pattern needs an id, and two glyphs on a page would share it.
  held: (
    <>
      <path d="M1 1h22v22H1z" fill="var(--held-wash)" />
      <path d="M2 9 9 2M2 16 16 2M2 23 23 2M9 22 22 9M16 22l6-6" stroke="var(--held-line)" strokeWidth="2.6" />
      <path d="M1.2 1.2h21.6v21.6H1.2z" fill="none" stroke="currentColor" strokeWidth="2.4" />
    </>
  ),
  available: <circle cx="12" cy="12" r="12" fill="currentColor" />,
  inTransfer: <path d="M1 4h13l9 8-9 8H1l6-8z" fill="currentColor" />,
  paid: (
    <>
      <path d="M0 0h24v24H0z" fill="currentColor" />
      <path d="m6 12.4 4.2 4.4L18 7.6" fill="none" stroke="var(--under, var(--paper))" strokeWidth="2.6" />
    </>
  ),
}

/**
 * A station in a line of text or a table cell: glyph and word.
 * @param children another word than the built-in one
 * @example <StationMark of="inTransfer" />
 */
export function StationMark({ of, children }: { of: Station; children?: string }) {
  const words = useSignatureWords()
  return (
    <span className={`rf-station-mark rf-is-${of}`}>
      <StationGlyph of={of} size={14} />
      {children ?? words[of]}
    </span>
  )
}
