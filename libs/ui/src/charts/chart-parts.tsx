import type { ReactNode } from 'react'
import { formatCount, type Locale } from '../format.ts'
import type { Bracket } from './labels.ts'
import { abbreviate } from './scale.ts'

/** SVG hatch pattern for views in review. `id` must be unique on the page. */
export const HatchPattern = ({ id }: { id: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill="var(--held-wash)" />
    <rect width="2" height="6" fill="var(--held-line)" />
  </pattern>
)

/** Formats an axis figure: "10k", "2.5k", "800". */
function axisFigure(value: number, locale: Locale): string {
  const { figure, unit } = abbreviate(value)
  const decimals = Number.isInteger(figure) ? 0 : Number.isInteger(figure * 10) ? 1 : 2
  const [whole = '', part] = figure.toFixed(decimals).split('.')
  const number = formatCount(Number(whole), locale) + (part ? (locale === 'fr' ? ',' : '.') + part : '')
  return number + unit
}

/** Hairline grid with axis figures and a baseline. */
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

/** A bracket above a run of bars, with a note in italics. */
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

/** An expandable table with every figure in a chart. */
export function ChartTable({
  of,
  summary,
  heads,
  rows,
}: {
  /** The chart's label, which distinguishes several tables on one page. */
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
