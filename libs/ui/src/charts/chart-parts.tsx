import type { ReactNode } from 'react'
import { formatCount, type Locale } from '../format.ts'
import type { Bracket } from './labels.ts'
import { short } from './scale.ts'

/** Hatch of views in review, as an SVG pattern. `id` must be unique on the page. */
export const HatchPattern = ({ id }: { id: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill="var(--held-wash)" />
    <rect width="2" height="6" fill="var(--held-line)" />
  </pattern>
)

/** An axis figure: "10k", "2.5k", "800". */
export function axisFigure(value: number, locale: Locale): string {
  const { figure, unit } = short(value)
  const decimals = Number.isInteger(figure) ? 0 : Number.isInteger(figure * 10) ? 1 : 2
  const [whole = '', part] = figure.toFixed(decimals).split('.')
  const number = formatCount(Number(whole), locale) + (part ? (locale === 'fr' ? ',' : '.') + part : '')
  return number + unit
}

/** Hairline grid with its figures, and the ink base line. */
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

/** A bracket over a run, with its note in italics. */
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

/** The table behind a chart: everything it draws, in figures, for every reader. */
export function ChartTable({
  of,
  summary,
  heads,
  rows,
}: {
  /** The chart's label: several may stand on one page. */
  of: string
  summary: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <details className="rf-chart-table">
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
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
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order
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
