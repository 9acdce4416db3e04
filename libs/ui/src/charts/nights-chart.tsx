import { useId } from 'react'
import { formatCount, formatDate } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { Key } from '../signature/key.tsx'
import { useLedgerWords } from '../signature/ledger-words.ts'
import { useWidth } from '../signature/use-width.ts'
import { useSignatureWords } from '../signature/words.ts'
import { BracketNote, ChartTable, Grid, HatchPattern } from './chart-parts.tsx'
import { noteCharWidth } from './labels.ts'
import { gapOverStack, layoutNights, type Night, type NightBar, type NightNote, narrow } from './nights-layout.ts'

export interface NightsChartProps {
  /** In chronological order, including nights without views. */
  readonly nights: readonly Night[]
  /** Notes above runs of nights. A note on an empty stretch explains why there are no views. */
  readonly notes?: readonly NightNote[]
  /** Text over an empty stretch that has no note; `emptyShort` is used where space is tight. */
  readonly emptyText?: string
  readonly emptyShort?: string
  /** Accessible name: "Views night by night, 6 to 19 November". */
  readonly label: string
  /** Set to false to hide the key. */
  readonly showKey?: boolean
}

const total = (nights: readonly Night[], part: 'qualified' | 'inReview' | 'excluded') => nights.reduce((sum, night) => sum + night[part], 0)

/**
 * Views per night as bars: solid = qualified, hatched = in review, outlined = excluded. At most three values are
 * printed; the table below the chart lists all of them.
 *
 * @example <NightsChart label="Views, last 14 nights" nights={nights} notes={[{ from: '2026-11-18', to: '2026-11-19', text: 'two campaigns running' }]} />
 */
export function NightsChart({ nights, notes = [], emptyText, emptyShort, label, showKey = true }: NightsChartProps) {
  const locale = useLocale()
  const words = { ...useSignatureWords(), ...useLedgerWords() }
  const [ref, width] = useWidth<HTMLDivElement>(944)
  const hatch = `rf-hatch-${useId().replaceAll(/[^\w-]/g, '')}`
  const count = (views: number) => formatCount(views, locale)
  if (nights.length === 0) return <p className="rf-note rf-chart-none">{words.noNights}</p>

  const layout = layoutNights(nights, notes, { width, plot: width < narrow ? 190 : 240, text: count })
  const { base, bars, height } = layout
  const month = (date: string) => formatDate(date, locale)
  const day = (date: string) => String(Number(date.slice(8, 10)))
  const inReview = total(nights, 'inReview')
  const excluded = total(nights, 'excluded')
  const inWords = (night: Night) => {
    const parts = [
      words.keyLineAlone(count(night.qualified)),
      night.inReview > 0 && words.inReviewPart(count(night.inReview)),
      night.excluded > 0 && words.excludedPart(count(night.excluded)),
    ]
    return `${month(night.date)}${locale === 'fr' ? '\u00a0: ' : ': '}${parts.filter(Boolean).join(', ')}`
  }
  const noteOf = (date: string) => notes.filter(({ from, to }) => from <= date && date <= to).map(({ text }) => text)

  return (
    <figure className="rf-chart">
      <div ref={ref}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}. ${words.asTable}`}>
          <defs>
            <HatchPattern id={hatch} />
          </defs>
          <Grid grid={layout.grid} left={layout.left} width={width} base={base} locale={locale} />
          {bars.map((bar, index) => (
            <Bar
              key={bar.night.date}
              bar={bar}
              base={base}
              hatch={hatch}
              title={inWords(bar.night)}
              {...(layout.labelled.has(index) ? { label: count(bar.night.qualified) } : {})}
            />
          ))}
          {layout.empty.map(({ from, centre, width: room, note }) => {
            const texts = note ? [note.text] : [emptyText ?? words.idle, emptyShort ?? words.idleShort]
            const text = texts.find(({ length }) => length * noteCharWidth <= room + 16)
            return (
              text && (
                <text key={from} className="rf-chart-hand" x={centre} y={base - 11} textAnchor="middle">
                  {text}
                </text>
              )
            )
          })}
          {layout.brackets.map((bracket) => (
            <BracketNote key={`${bracket.left} ${bracket.y}`} {...bracket} />
          ))}
          {layout.dates.map((index) => {
            const bar = bars[index]
            if (!bar) return null
            const named = index === 0 || index === nights.length - 1 || bar.night.date.endsWith('-01')
            const text = named ? month(bar.night.date) : day(bar.night.date)
            const centre = bar.x + bar.width / 2
            const middle = Math.min(centre, width - text.length * 3.5)
            return (
              <text key={index} className="rf-chart-axis" x={middle} y={base + 20} textAnchor="middle">
                {text}
              </text>
            )
          })}
        </svg>
      </div>
      {showKey && (
        <Key
          entries={[
            { texture: 'qualified', word: words.qualified, views: total(nights, 'qualified') },
            ...(inReview > 0 ? [{ texture: 'inReview' as const, word: words.inReview, views: inReview }] : []),
            ...(excluded > 0 ? [{ texture: 'excluded' as const, word: words.excluded, views: excluded }] : []),
          ]}
        />
      )}
      <ChartTable
        of={label}
        summary={words.asTable}
        heads={[words.night, words.qualified, words.inReview, words.excluded, words.note]}
        rows={nights.map((night) => [
          month(night.date),
          count(night.qualified),
          count(night.inReview),
          count(night.excluded),
          noteOf(night.date).join(', ') || (night.qualified + night.inReview + night.excluded === 0 ? (emptyText ?? words.idle) : ''),
        ])}
      />
    </figure>
  )
}

function Bar({ bar, base, hatch, title, label }: { bar: NightBar; base: number; hatch: string; title: string; label?: string }) {
  const { x, width, qualifiedHeight, inReviewHeight, excludedHeight, top, labelX } = bar
  const stack = base - qualifiedHeight - inReviewHeight
  return (
    <g>
      {/* The full column is the hover target because a short bar would be hard to hit. */}
      <rect x={x} y={0} width={width} height={base} fill="none" pointerEvents="all">
        <title>{title}</title>
      </rect>
      {qualifiedHeight > 0 && (
        <rect className="rf-chart-qualified" x={x} y={base - qualifiedHeight} width={width} height={qualifiedHeight} />
      )}
      {inReviewHeight > 0 && (
        <rect
          className="rf-chart-review"
          fill={`url(#${hatch})`}
          x={x + 0.5}
          y={stack + 0.5}
          width={width - 1}
          height={Math.max(0, inReviewHeight - 0.5)}
        />
      )}
      {excludedHeight > 0 && (
        <rect
          className="rf-chart-excluded"
          x={x + 0.75}
          y={stack - gapOverStack - excludedHeight + 0.75}
          width={width - 1.5}
          height={Math.max(0.5, excludedHeight - 1.5)}
        />
      )}
      {label && (
        <text className="rf-chart-value" x={labelX} y={top - 8} textAnchor="middle">
          {label}
        </text>
      )}
    </g>
  )
}
