import { useSignatureWords } from './words.ts'

/** Every euro passes through these stations, in order. */
export const stations = ['earned', 'held', 'available', 'inTransfer', 'paid'] as const

export type Station = (typeof stations)[number]

/**
 * Each station has its own shape, so that users can recognise stations without colour.
 * @param size In px: 24 on the money path, 14 in tables.
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
  // The hatching is drawn as lines, because an SVG pattern's id would be repeated in every glyph.
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
 * A station's glyph and name, for running text and table cells.
 * @param children Replaces the built-in name.
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
