import { useId } from 'react'
import { formatCount, formatDate } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { useLedgerWords } from '../signature/ledger-words.ts'
import { spreadTops } from '../signature/spread.ts'
import { useWidth } from '../signature/use-width.ts'
import { useSignatureWords } from '../signature/words.ts'
import { BracketNote, ChartTable, Grid, HatchPattern } from './chart-parts.tsx'
import { figureCharWidth, placeBrackets } from './labels.ts'
import { gapOverStack, narrow } from './nights-layout.ts'
import { gridlines } from './scale.ts'

/** Running totals of views after one reading. */
export interface Reading {
  /** Paris date, such as "2026-11-19". */
  readonly date: string
  readonly qualified: number
  readonly inReview?: number
  readonly excluded?: number
}

export interface ViewsOverTimeProps {
  /** In chronological order; running totals, not nightly gains. */
  readonly readings: readonly Reading[]
  /** Goal in views, drawn as a horizontal line. */
  readonly goal?: number
  readonly notes?: readonly { readonly from: string; readonly to: string; readonly text: string }[]
  /** Accessible name of the chart. */
  readonly label: string
}

const dayMs = 86_400_000
const left = 46
/** Height of a bracket with its text and the space below, px. */
const noteRoom = 46
/** Height of a two-line label beside an area, px. */
const labelHeight = 34
/** Gap between the last reading and the labels, px. */
const labelGap = 14

/**
 * Cumulative views as directly labelled stacked areas: solid = qualified, hatched = in review, outlined 3 px above =
 * excluded. A horizontal line marks the goal.
 * @example <ViewsOverTime label="Views of “Fridge door”" readings={readings} goal={120_000} />
 */
export function ViewsOverTime({ readings, goal, notes = [], label }: ViewsOverTimeProps) {
  const locale = useLocale()
  const words = { ...useSignatureWords(), ...useLedgerWords() }
  const [ref, width] = useWidth<HTMLDivElement>(944)
  const hatch = `rf-hatch-${useId().replaceAll(/[^\w-]/g, '')}`
  const count = (views: number) => formatCount(views, locale)
  const first = readings[0]
  const last = readings.at(-1)
  if (!first || !last) return <p className="rf-note rf-chart-none">{words.noPoints}</p>

  const plot = width < narrow ? 180 : 220
  // An area needs two points, so a single reading is preceded by a point at zero.
  const before = { date: new Date(Date.parse(first.date) - dayMs).toISOString().slice(0, 10), qualified: 0 }
  const points: readonly Reading[] = readings.length === 1 ? [before, first] : readings
  const stacked = points.map(({ qualified, inReview = 0, excluded = 0 }) => ({
    qualified,
    review: qualified + inReview,
    all: qualified + inReview + excluded,
  }))
  const parts = [
    { part: 'qualified', word: words.qualified, views: last.qualified, floor: 0 },
    { part: 'review', word: words.inReview, views: last.inReview ?? 0, floor: last.qualified },
    { part: 'excluded', word: words.excludedShort, views: last.excluded ?? 0, floor: last.qualified + (last.inReview ?? 0) },
  ] as const
  const labels = parts.filter(({ part, views }) => part === 'qualified' || views > 0)
  const right =
    width - labelGap - Math.max(...labels.map(({ word, views }) => Math.max(word.length, count(views).length) * figureCharWidth))

  const highest = Math.max(goal ?? 0, 1, ...stacked.map(({ all }) => all))
  const start = Date.parse(points[0]?.date ?? first.date)
  const days = Math.max(1, (Date.parse(last.date) - start) / dayMs)
  const x = (date: string) => left + 6 + ((Date.parse(date) - start) / dayMs / days) * (right - left - 6)
  const above = (views: number) => -(views / highest) * plot
  const xs = points.map(({ date }) => x(date))
  const at = (index: number) => xs[index] ?? left

  const top = (from: number, to: number) => {
    const drawn = Math.min(0, ...stacked.map(({ all }, index) => (at(index) >= from && at(index) <= to ? above(all) - 10 : 0)))
    // A note that would overlap the goal line or its label moves above both.
    const crosses = goal !== undefined && drawn - noteRoom < above(goal) + 4
    return crosses ? Math.min(drawn, above(goal) - (from < left + 130 ? 14 : -8)) : drawn
  }
  const brackets =
    width < narrow
      ? []
      : placeBrackets(
          notes.map(({ from, to, text }) => ({ left: x(from), right: x(to), text, top })),
          width,
        )
  const base = Math.ceil(28 - Math.min(-plot, ...brackets.map(({ textY }) => textY - 16)))
  const down = (y: number) => base + y
  const point = (views: number, index: number, shift = 0) => `${at(index).toFixed(1)} ${(down(above(views)) - shift).toFixed(1)}`
  /** Path of the area between two totals, starting one reading before its first view. */
  const area = (floor: keyof (typeof stacked)[number] | 'base', ceiling: keyof (typeof stacked)[number], shift = 0) => {
    const floorOf = (total: (typeof stacked)[number]) => (floor === 'base' ? 0 : total[floor])
    const from = Math.max(0, stacked.findIndex((total) => total[ceiling] > floorOf(total)) - 1)
    const drawn = [...stacked.entries()].slice(from)
    const over = drawn.map(([index, total]) => point(total[ceiling], index, shift))
    const under = drawn.map(([index, total]) => point(floorOf(total), index, shift)).reverse()
    return `M${[...over, ...under].join('L')}Z`
  }
  // Labels are placed from the bottom up, each beside the middle of its area, without overlaps.
  const tops = spreadTops(
    labels.map(({ views, floor }) => -down(above(floor + views / 2)) - labelHeight / 2),
    labels.map(() => labelHeight),
    2,
  ).map((bottomUp) => -bottomUp - labelHeight)
  const overflow = Math.max(0, ...tops.map((y) => y + labelHeight - base))
  const spacing = (right - left) / points.length
  const every = Math.max(1, Math.ceil(44 / spacing))

  return (
    <figure className="rf-chart">
      <div ref={ref}>
        <svg width={width} height={base + 26} viewBox={`0 0 ${width} ${base + 26}`} role="img" aria-label={`${label}. ${words.asTable}`}>
          <defs>
            <HatchPattern id={hatch} />
          </defs>
          <Grid
            grid={gridlines(highest).map((value) => ({ value, y: down(above(value)) }))}
            left={left}
            width={right}
            base={base}
            locale={locale}
          />
          <path className="rf-chart-qualified" d={area('base', 'qualified')} />
          {labels.some(({ part }) => part === 'review') && (
            <path className="rf-chart-review" fill={`url(#${hatch})`} d={area('qualified', 'review')} />
          )}
          {labels.some(({ part }) => part === 'excluded') && <path className="rf-chart-excluded" d={area('review', 'all', gapOverStack)} />}
          {goal !== undefined && (
            <g>
              <line className="rf-chart-goal" x1={left} x2={right} y1={down(above(goal))} y2={down(above(goal))} />
              <text className="rf-chart-value" x={left + 6} y={down(above(goal)) - 8}>
                {`${words.goal} ${count(goal)}`}
              </text>
            </g>
          )}
          {labels.map(({ part, word, views }, index) => (
            <g key={part} className={`rf-chart-label rf-chart-label-${part}`}>
              <text x={right + labelGap} y={(tops[index] ?? 0) - overflow + 13}>
                {word}
              </text>
              <text className="rf-chart-value" x={right + labelGap} y={(tops[index] ?? 0) - overflow + 29}>
                {count(views)}
              </text>
            </g>
          ))}
          {brackets.map((bracket) => (
            <BracketNote key={`${bracket.left} ${bracket.y}`} {...bracket} y={down(bracket.y)} textY={down(bracket.textY)} />
          ))}
          {readings.map(({ date }, index) => {
            if ((readings.length - 1 - index) % every !== 0) return null
            const named = index === 0 || index === readings.length - 1 || date.endsWith('-01')
            const text = named ? formatDate(date, locale) : String(Number(date.slice(8, 10)))
            return (
              <text key={date} className="rf-chart-axis" x={Math.min(x(date), width - text.length * 3.5)} y={base + 20} textAnchor="middle">
                {text}
              </text>
            )
          })}
        </svg>
      </div>
      <ChartTable
        of={label}
        summary={words.asTable}
        heads={[words.night, words.qualified, words.inReview, words.excluded]}
        rows={readings.map(({ date, qualified, inReview = 0, excluded = 0 }) => [
          formatDate(date, locale),
          count(qualified),
          count(inReview),
          count(excluded),
        ])}
      />
    </figure>
  )
}
