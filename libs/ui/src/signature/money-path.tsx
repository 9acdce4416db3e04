import type { ReactNode } from 'react'
import { formatCents } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { type Station, StationGlyph, stations } from './station.tsx'
import { useSignatureWords } from './words.ts'

interface StationFigure {
  readonly cents: number
  /** Says where the money comes from and when it moves next, with the date in `<strong>`. */
  readonly note?: ReactNode
  /** Replaces the station's built-in name: "Paid since June". */
  readonly word?: string
}

export interface MoneyPathProps {
  /** Omitted stations are neither drawn nor included in the sum. */
  readonly at: Partial<Record<Station, StationFigure>>
  /** `path`: stations in a row with the sum below. `list`: ruled lines for a card. */
  readonly variant?: 'path' | 'list'
  /** Text after the sum: "earned since 2 June 2026." Without this text, no sum is shown. */
  readonly sumWord?: string
  /** Sentence after `sumWord`: "All accounted for." */
  readonly afterSum?: string
}

/**
 * Shows which of the five stations a creator's money has reached.
 * @example <MoneyPath at={{ earned: { cents: 618, note: '2 campaigns still running.' } }} sumWord="earned since 2 June
 * 2026." />
 */
export function MoneyPath({ at, variant = 'path', sumWord, afterSum }: MoneyPathProps) {
  const locale = useLocale()
  const words = useSignatureWords()
  const present = stations.flatMap((station) => {
    const figure = at[station]
    return figure ? [{ station, ...figure }] : []
  })
  const total = present.reduce((sum, { cents }) => sum + cents, 0)
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
          <span>{present.map(({ cents }) => formatCents(cents, locale)).join(' + ')} =</span>{' '}
          <strong>
            {formatCents(total, locale)} {sumWord}
          </strong>
          {afterSum && <span> {afterSum}</span>}
        </p>
      )}
    </div>
  )
}
