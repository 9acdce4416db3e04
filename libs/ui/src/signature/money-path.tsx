import type { ReactNode } from 'react'
import { formatCents } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { type Station, StationGlyph, stations } from './station.tsx'
import { useSignatureWords } from './words.ts'

/** What stands at one station. */
export interface StationFigure {
  readonly cents: number
  /** Where it comes from and its next date; `<strong>` for the date. */
  readonly note?: ReactNode
  /** Another word than the built-in one ("Paid since June"). */
  readonly word?: string
}

/** What MoneyPath takes. */
export interface MoneyPathProps {
  /** A station that is left out is not drawn, and not in the sum (list variant). */
  readonly at: Partial<Record<Station, StationFigure>>
  /** `path`: five stations in a row with the sum below. `list`: ruled lines for a card. */
  readonly variant?: 'path' | 'list'
  /** What the sum is: "earned since 2 June 2026." Without it no sum is shown. */
  readonly sumWord?: string
  /** Said after the sum: "All accounted for." */
  readonly afterSum?: string
}

/**
 * Where the money is: five stations, each with its own shape; the line to the next repeats the texture. Vertical on the phone.
 * @example <MoneyPath at={{ earned: { cents: 618, note: '2 campaigns still running.' } }} sumWord="earned since 2 June 2026." />
 */
export function MoneyPath({ at, variant = 'path', sumWord, afterSum }: MoneyPathProps) {
  const locale = useLocale()
  const words = useSignatureWords()
  const present = stations.flatMap((station) => {
    const figure = at[station]
    return figure ? [{ station, ...figure }] : []
  })
  const total = present.reduce((sum, { cents }) => sum + cents, 0)
  const bare = (cents: number) => formatCents(cents, locale).replace(/\s€$/, '')
  return (
    <div className={`rf-money rf-money-${variant}`}>
      <ol className="rf-money-stations">
        {present.map(({ station, cents, note, word }, index) => (
          <li key={station} className={`rf-money-station rf-is-${station}`} data-empty={cents === 0 || undefined}>
            <span className="rf-money-way" aria-hidden="true">
              <StationGlyph of={station} size={variant === 'path' ? 24 : 16} />
              {variant === 'path' && index < present.length - 1 && <i className="rf-money-line" />}
            </span>
            <span className="rf-money-word">{word ?? words[station]}</span>
            <span className="rf-money-amount">{formatCents(cents, locale)}</span>
            {note && <span className="rf-money-note">{note}</span>}
          </li>
        ))}
      </ol>
      {sumWord && (
        <p className="rf-sum rf-money-sum">
          <span>{present.map(({ cents }) => bare(cents)).join(' + ')} =</span>{' '}
          <strong>
            {formatCents(total, locale)} {sumWord}
          </strong>
          {afterSum && <span> {afterSum}</span>}
        </p>
      )}
    </div>
  )
}
