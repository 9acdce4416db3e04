import { useId } from 'react'
import { formatCount, formatDate } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { Key } from '../signature/key.tsx'
import { useLedgerWords } from '../signature/ledger-words.ts'
import { useWidth } from '../signature/use-width.ts'
import { useSignatureWords } from '../signature/words.ts'
import { BracketNote, ChartTable, Grid, HatchPattern } from './chart-parts.tsx'
import { chooseLabels, figureLetter, placeBrackets } from './labels.ts'
import { narrow } from './nights-layout.ts'
import { gridlines } from './scale.ts'

/** The running totals after one reading, in views. */
export interface Reading {
  /** The day in Paris, "2026-11-19". */
  readonly date: string
  readonly qualified: number
  readonly inReview?: number
  readonly excluded?: number
}

/** What ViewsOverTime takes. */
export interface ViewsOverTimeProps {
  /** In order of time; totals, not nightly gains. */
  readonly readings: readonly Reading[]
  /** Draws the goal as an ink line. */
  readonly goal?: number
  readonly notes?: readonly { readonly from: string; readonly to: string; readonly text: string }[]
  /** What the chart shows, for readers. */
  readonly label: string
  readonly showKey?: boolean
}

const dayMs = 86_400_000
const left = 46
/** Height of a bracket with its text and the air below, px. */
const noteRoom = 46

/**
 * Views as they add up: ink line = qualified, hatched band above = in review, brick line set 3 px above = excluded, ink rule = goal.
 * @example <ViewsOverTime label="Views of “Fridge door”" readings={readings} goal={120_000} />
 */
export function ViewsOverTime({ readings, goal, notes = [], label, showKey = true }: ViewsOverTimeProps) {
  const locale = useLocale()
  const words = { ...useSignatureWords(), ...useLedgerWords() }
  const [ref, width] = useWidth<HTMLDivElement>(944)
  const hatch = `rf-hatch-${useId().replaceAll(/[^\w-]/g, '')}`
  const count = (views: number) => formatCount(views, locale)
  const first = readings[0]
  const last = readings.at(-1)
  if (!first || !last) return <p className="rf-note rf-chart-none">{words.noPoints}</p>

  const plot = width < narrow ? 180 : 220
  const stacked = readings.map(({ qualified, inReview = 0, excluded = 0 }) => ({
    qualified,
    review: qualified + inReview,
    all: qualified + inReview + excluded,
  }))
  const highest = Math.max(goal ?? 0, 1, ...stacked.map(({ all }) => all))
  const start = Date.parse(first.date)
  const days = Math.max(1, (Date.parse(last.date) - start) / dayMs)
  const x = (date: string) => left + 6 + ((Date.parse(date) - start) / dayMs / days) * (width - left - 12)
  const above = (views: number) => -(views / highest) * plot
  const xs = readings.map(({ date }) => x(date))
  const at = (index: number) => xs[index] ?? left

  const peak = stacked.length - 1
  const half = stacked.findIndex(({ qualified }) => qualified * 2 >= last.qualified)
  const labelled = chooseLabels(
    [peak, half, 0].map((index) => ({ index, x: at(index), text: count(readings[index]?.qualified ?? 0) })),
    goal === undefined ? 3 : 2,
  )
  const top = (from: number, to: number) => {
    const drawn = Math.min(0, ...stacked.map(({ all }, index) => (at(index) >= from && at(index) <= to ? above(all) - 10 : 0)))
    // A note that would lie on the goal's line, or on its word, stands above both.
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
  const line = (values: readonly number[], shift = 0) =>
    values.map((views, index) => `${index === 0 ? 'M' : 'L'}${at(index).toFixed(1)} ${(down(above(views)) - shift).toFixed(1)}`).join('')
  const band = `${line(stacked.map(({ review }) => review))}${[...stacked.entries()]
    .reverse()
    .map(([index, { qualified }]) => `L${at(index).toFixed(1)} ${down(above(qualified)).toFixed(1)}`)
    .join('')}Z`
  /** The lowest point of the ink line between two x, so that a value below it does not lie on it. */
  const lowest = (from: number, to: number) =>
    Math.max(
      ...stacked.flatMap(({ qualified }, index) => {
        const before = Math.max(0, index - 1)
        const x0 = at(before)
        const x1 = at(index)
        if (x1 < from || x0 > to) return []
        const y0 = down(above(stacked[before]?.qualified ?? 0))
        const y1 = down(above(qualified))
        const y = (px: number) => (x1 === x0 ? y1 : y0 + ((y1 - y0) * (px - x0)) / (x1 - x0))
        return [y(Math.max(from, x0)), y(Math.min(to, x1))]
      }),
      0,
    )
  const anyReview = readings.some(({ inReview = 0 }) => inReview > 0)
  const anyExcluded = readings.some(({ excluded = 0 }) => excluded > 0)
  const spacing = (width - left) / readings.length
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
            width={width}
            base={base}
            locale={locale}
          />
          {goal !== undefined && (
            <g>
              <line className="rf-chart-goal" x1={left} x2={width} y1={down(above(goal))} y2={down(above(goal))} />
              <text className="rf-chart-value" x={left + 6} y={down(above(goal)) - 8}>
                {`${words.goal} ${count(goal)}`}
              </text>
            </g>
          )}
          {anyReview && <path className="rf-chart-review" fill={`url(#${hatch})`} d={band} />}
          {anyExcluded && (
            <path
              className="rf-chart-excluded-line"
              d={line(
                stacked.map(({ all }) => all),
                3,
              )}
            />
          )}
          <path className="rf-chart-line" d={line(stacked.map(({ qualified }) => qualified))} />
          {[...labelled].map((index) => {
            const views = readings[index]?.qualified ?? 0
            const text = count(views)
            const room = (text.length * figureLetter) / 2
            const middle = Math.min(Math.max(at(index), left + room + 4), width - room)
            const under = lowest(middle - room, middle + room) + 18
            const isRoomBelow = under <= base - 6
            // Above other lines it would be read as theirs; the table has it.
            if (!isRoomBelow && (stacked[index]?.all ?? 0) > views) return null
            return (
              <g key={index}>
                <circle className="rf-chart-qualified" cx={at(index)} cy={down(above(views))} r="3.5" />
                <text
                  className="rf-chart-value"
                  x={middle}
                  y={isRoomBelow ? under : down(above(stacked[index]?.all ?? 0)) - 12}
                  textAnchor="middle"
                >
                  {text}
                </text>
              </g>
            )
          })}
          {brackets.map((bracket) => (
            <BracketNote key={bracket.left} {...bracket} y={down(bracket.y)} textY={down(bracket.textY)} />
          ))}
          {readings.map(({ date }, index) => {
            if ((readings.length - 1 - index) % every !== 0) return null
            const named = index === 0 || index === readings.length - 1 || date.endsWith('-01')
            const text = named ? formatDate(date, locale) : String(Number(date.slice(8, 10)))
            return (
              <text
                key={date}
                className="rf-chart-axis"
                x={Math.min(at(index), width - text.length * 3.5)}
                y={base + 20}
                textAnchor="middle"
              >
                {text}
              </text>
            )
          })}
        </svg>
      </div>
      {showKey && (
        <Key
          entries={[
            { texture: 'qualified', word: words.qualified, views: last.qualified },
            ...(anyReview ? [{ texture: 'inReview' as const, word: words.inReview, views: last.inReview ?? 0 }] : []),
            ...(anyExcluded ? [{ texture: 'excluded' as const, word: words.excluded, views: last.excluded ?? 0 }] : []),
          ]}
        />
      )}
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
