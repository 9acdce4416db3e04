import { type ReactNode, useId } from 'react'
import { formatCount, formatDate, formatDecimal, type Locale } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { useLedgerWords } from '../signature/ledger-words.ts'
import { useWidth } from '../signature/use-width.ts'
import { useSignatureWords } from '../signature/words.ts'
import { type Bracket, datesShown } from './labels.ts'
import { abbreviate } from './scale.ts'

export function useChart() {
  const locale = useLocale()
  const words = { ...useSignatureWords(), ...useLedgerWords() }
  const [ref, width] = useWidth<HTMLDivElement>(944)
  const hatch = `rf-hatch-${useId().replaceAll(/[^\w-]/g, '')}`
  return { locale, words, ref, width, hatch, count: (views: number) => formatCount(views, locale) }
}

export type ChartSetup = ReturnType<typeof useChart>

interface Day {
  readonly date: string
  readonly qualified: number
  readonly inReview?: number
  readonly excluded?: number
}

interface ChartProps<Row extends Day> {
  readonly chart: ChartSetup
  readonly label: string
  readonly height: number
  readonly children: ReactNode
  readonly legend?: ReactNode
  readonly days: readonly Row[]
  readonly noteOf?: (day: Row) => string
}

/** A drawing, with a table of the same figures below. */
export function Chart<Row extends Day>({ chart, label, height, children, legend, days, noteOf }: ChartProps<Row>) {
  const { locale, words, ref, width, hatch, count } = chart
  return (
    <figure className="rf-chart">
      <div ref={ref}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}. ${words.asTable}`}>
          <defs>
            <HatchPattern id={hatch} />
          </defs>
          {children}
        </svg>
      </div>
      {legend}
      <ChartTable
        of={label}
        summary={words.asTable}
        heads={[words.night, words.qualified, words.inReview, words.excluded, ...(noteOf ? [words.note] : [])]}
        rows={days.map((day) => [
          formatDate(day.date, locale),
          ...[day.qualified, day.inReview ?? 0, day.excluded ?? 0].map(count),
          ...(noteOf ? [noteOf(day)] : []),
        ])}
      />
    </figure>
  )
}

/** Hatching for views in review. `id` must be unique on the page. */
const HatchPattern = ({ id }: { id: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill="var(--held-wash)" />
    <rect width="2" height="6" fill="var(--held-line)" />
  </pattern>
)

/** Abbreviates: "10k", "2.5k", "800". */
function axisFigure(value: number, locale: Locale): string {
  const { figure, unit } = abbreviate(value)
  return formatDecimal(figure, locale, 2, 0) + unit
}

export function Grid({
  grid,
  left,
  width,
  base,
  locale,
}: {
  grid: readonly { value: number; y: number }[]
  left: number
  width: number
  base: number
  locale: Locale
}) {
  return (
    <g>
      {grid.map(({ value, y }) => (
        <g key={value}>
          {value > 0 && <line className="rf-chart-grid" x1={left} x2={width} y1={y} y2={y} />}
          <text className="rf-chart-axis" x={left - 12} y={y + 4.5} textAnchor="end">
            {axisFigure(value, locale)}
          </text>
        </g>
      ))}
      <line className="rf-chart-base" x1={left} x2={width} y1={base} y2={base} />
    </g>
  )
}

interface DateAxisProps {
  readonly dates: readonly string[]
  readonly spacing: number
  /** The x of a date's centre. */
  readonly x: (index: number) => number
  readonly y: number
  readonly width: number
}

/** The first date, the last date and the first of each month include the month; all others show only the day. */
export function DateAxis({ dates, spacing, x, y, width }: DateAxisProps) {
  const locale = useLocale()
  return datesShown(dates.length, spacing).map((index) => {
    const date = dates[index] ?? ''
    const named = index === 0 || index === dates.length - 1 || date.endsWith('-01')
    const text = named ? formatDate(date, locale) : String(Number(date.slice(8, 10)))
    return (
      <text key={date} className="rf-chart-axis" x={Math.min(x(index), width - text.length * 3.5)} y={y} textAnchor="middle">
        {text}
      </text>
    )
  })
}

export function BracketNote({ left, right, y, text, textX, textY }: Bracket) {
  return (
    <g>
      <path className="rf-chart-bracket" d={`M${left + 0.5} ${y + 5}V${y}H${right - 0.5}V${y + 5}`} />
      <text className="rf-chart-hand" x={textX} y={textY} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

function ChartTable({
  of,
  summary,
  heads,
  rows,
}: {
  /** The chart's label, which distinguishes its table from others on the page. */
  of: string
  summary: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <details className="rf-chart-table">
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to reach a scrollable region */}
      <section className="rf-chart-scroll" aria-label={`${of}. ${summary}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head, ...cells], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the rows never changes
              <tr key={row}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
