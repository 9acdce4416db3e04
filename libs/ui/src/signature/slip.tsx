import type { ReactNode } from 'react'

/** The paper of a receipt: perforated above and below, the only thing with a shadow. */
export function Slip({ label, children, className = '' }: { label: string; children: ReactNode; className?: string }) {
  return (
    <article className={`rf-slip ${className}`} aria-label={label}>
      {children}
    </article>
  )
}

/** A part of a slip: its name, a remark at the right, and its lines. `id` lets a note point at its head. */
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

/** What SlipLine takes. */
export interface SlipLineProps {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
  /** `out`: taken off. `held`: in review. `sum`: closes a section. `total`: closes the slip with the double rule. */
  readonly kind?: 'line' | 'out' | 'held' | 'sum' | 'total'
  /** Names the line, so that a note can point at it. */
  readonly id?: string | undefined
}

/** One line: what, how much, and the reason below. Stands inside a SlipSection. */
export function SlipLine({ label, value, note, kind = 'line', id }: SlipLineProps) {
  return (
    <div className={`rf-slip-line rf-slip-${kind}`} data-line={id}>
      <dt>{label}</dt>
      <dd className="rf-slip-value">{value}</dd>
      {note && <dd className="rf-slip-note">{note}</dd>}
    </div>
  )
}
