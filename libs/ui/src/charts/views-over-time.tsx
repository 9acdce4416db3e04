import { BracketNote, Chart, DateAxis, Grid, useChart } from './chart-parts.tsx'
import { dateHeight, type NightNote } from './nights-layout.ts'
import { type AreaPart, layoutViews, type Reading } from './views-layout.ts'

export type { Reading }

export interface ViewsOverTimeProps {
  /** Running totals in chronological order. */
  readonly readings: readonly Reading[]
  readonly goal?: number
  readonly notes?: readonly NightNote[]
  readonly label: string
}

/**
 * Running totals as stacked areas with direct labels: solid = qualified, hatched = in review, outlined 3 px above =
 * excluded.
 * @example <ViewsOverTime label="Views of “Fridge door”" readings={readings} goal={120_000} />
 */
export function ViewsOverTime({ readings, goal, notes = [], label }: ViewsOverTimeProps) {
  const chart = useChart()
  const { locale, words, width, hatch, count } = chart
  const last = readings.at(-1)
  if (!last) return <p className="rf-note rf-chart-none">{words.noPoints}</p>

  const parts = [
    { part: 'qualified', word: words.qualified, views: last.qualified },
    { part: 'review', word: words.inReview, views: last.inReview ?? 0 },
    { part: 'excluded', word: words.excludedShort, views: last.excluded ?? 0 },
  ] as const
  const drawn = parts
    .filter(({ part, views }) => part === 'qualified' || views > 0)
    .map(({ views, ...part }) => ({ ...part, figure: count(views) }))
  const { base, left, right, labelX, spacing, grid, areas, goalY, labels, brackets, x } = layoutViews(readings, drawn, {
    width,
    goal,
    notes,
  })
  const isDrawn = (part: AreaPart) => drawn.some((one) => one.part === part)

  return (
    <Chart chart={chart} label={label} height={base + dateHeight} days={readings}>
      <Grid grid={grid} left={left} width={right} base={base} locale={locale} />
      <path className="rf-chart-qualified" d={areas.qualified} />
      {isDrawn('review') && <path className="rf-chart-review" fill={`url(#${hatch})`} d={areas.review} />}
      {isDrawn('excluded') && <path className="rf-chart-excluded" d={areas.excluded} />}
      {goal !== undefined && goalY !== undefined && <GoalLine text={`${words.goal} ${count(goal)}`} left={left} right={right} y={goalY} />}
      {labels.map(({ part, word, figure, y }) => (
        <g key={part} className={`rf-chart-label rf-chart-label-${part}`}>
          <text x={labelX} y={y + 13}>
            {word}
          </text>
          <text className="rf-chart-value" x={labelX} y={y + 29}>
            {figure}
          </text>
        </g>
      ))}
      {brackets.map((bracket) => (
        <BracketNote key={`${bracket.left} ${bracket.y}`} {...bracket} />
      ))}
      <DateAxis
        dates={readings.map(({ date }) => date)}
        spacing={spacing}
        x={(index) => x(readings[index]?.date ?? '')}
        y={base + 20}
        width={width}
      />
    </Chart>
  )
}

function GoalLine({ text, left, right, y }: { text: string; left: number; right: number; y: number }) {
  return (
    <g>
      <line className="rf-chart-goal" x1={left} x2={right} y1={y} y2={y} />
      <text className="rf-chart-value" x={left + 6} y={y - 8}>
        {text}
      </text>
    </g>
  )
}
