import type { ReactNode } from 'react'

/** The paper of a receipt, with perforated edges. No other component has a shadow. */
export function Slip({ label, children, className = '' }: { label: string; children: ReactNode; className?: string }) {
  return (
    <article className={`rf-slip ${className}`} aria-label={label}>
      {children}
    </article>
  )
}

/** Receipt notes refer to the section by `id`. */
export function SlipSection({ name, note, id, children }: { name: string; note?: string | undefined; id?: string; children: ReactNode }) {
  return (
    <div className="rf-slip-section">
      <p className="rf-slip-head" data-line={id}>
        <strong>{name}</strong>
        {note && <span>{note}</span>}
      </p>
      <dl className="rf-slip-lines">{children}</dl>
    </div>
  )
}

export interface SlipLineProps {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
  /** `out`: deducted. `held`: in review. `sum`: a section's subtotal. `total`: last line, with a double rule. */
  readonly kind?: 'line' | 'out' | 'held' | 'sum' | 'total'
  /** Receipt notes refer to the line by `id`. */
  readonly id?: string | undefined
}

/** A SlipLine must be inside a SlipSection. */
export function SlipLine({ label, value, note, kind = 'line', id }: SlipLineProps) {
  return (
    <div className={`rf-slip-line rf-slip-${kind}`} data-line={id}>
      <dt>{label}</dt>
      <dd className="rf-slip-value">{value}</dd>
      {note && <dd className="rf-slip-note">{note}</dd>}
    </div>
  )
}
