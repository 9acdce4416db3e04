import { formatDate } from '../format.ts'
import { Key } from '../signature/key.tsx'
import { BracketNote, Chart, type ChartSetup, DateAxis, Grid, useChart } from './chart-parts.tsx'
import { noteCharWidth } from './labels.ts'
import { type EmptyStretch, gapOverStack, layoutNights, type Night, type NightBar, type NightNote, narrow, seen } from './nights-layout.ts'

export interface NightsChartProps {
  /** Nights in chronological order, including nights without views. */
  readonly nights: readonly Night[]
  /** A note above an empty stretch explains why there are no views. */
  readonly notes?: readonly NightNote[]
  /** Accessible name: "Views night by night, 6 to 19 November". */
  readonly label: string
}

const total = (nights: readonly Night[], part: 'qualified' | 'inReview' | 'excluded') => nights.reduce((sum, night) => sum + night[part], 0)

/**
 * Views per night as bars: solid = qualified, hatched = in review, outlined = excluded. Prints at most three values;
 * the table lists them all.
 * @example <NightsChart label="Views, last 14 nights" nights={nights} notes={[{ from: '2026-11-18', to: '2026-11-19',
 * text: 'two campaigns running' }]} />
 */
export function NightsChart({ nights, notes = [], label }: NightsChartProps) {
  const chart = useChart()
  const { locale, words, width, hatch, count } = chart
  if (nights.length === 0) return <p className="rf-note rf-chart-none">{words.noNights}</p>

  const { base, bars, height, slot, left, grid, labelled, empty, brackets } = layoutNights(nights, notes, {
    width,
    plot: width < narrow ? 190 : 240,
    text: count,
  })
  const noteOf = (night: Night) => {
    const texts = notes.filter(({ from, to }) => from <= night.date && night.date <= to).map(({ text }) => text)
    return texts.join(', ') || (seen(night) === 0 ? words.idle : '')
  }
  const key = [
    { texture: 'qualified', word: words.qualified, views: total(nights, 'qualified') },
    { texture: 'inReview', word: words.inReview, views: total(nights, 'inReview') },
    { texture: 'excluded', word: words.excluded, views: total(nights, 'excluded') },
  ] as const

  return (
    <Chart chart={chart} label={label} height={height} legend={<Key entries={key} />} days={nights} noteOf={noteOf}>
      <Grid grid={grid} left={left} width={width} base={base} locale={locale} />
      {bars.map((bar, index) => (
        <Bar
          key={bar.night.date}
          bar={bar}
          base={base}
          hatch={hatch}
          title={describe(bar.night, chart)}
          label={labelled.has(index) && count(bar.night.qualified)}
        />
      ))}
      {empty.map((stretch) => (
        <EmptyNote key={stretch.from} stretch={stretch} texts={[words.idle, words.idleShort]} y={base - 11} />
      ))}
      {brackets.map((bracket) => (
        <BracketNote key={`${bracket.left} ${bracket.y}`} {...bracket} />
      ))}
      <DateAxis
        dates={nights.map(({ date }) => date)}
        spacing={slot}
        x={(index) => left + (index + 0.5) * slot}
        y={base + 20}
        width={width}
      />
    </Chart>
  )
}

function describe({ date, qualified, inReview, excluded }: Night, { locale, words, count }: ChartSetup) {
  const parts = [
    words.keyLineAlone(count(qualified)),
    inReview > 0 && words.inReviewPart(count(inReview)),
    excluded > 0 && words.excludedPart(count(excluded)),
  ]
  return `${formatDate(date, locale)}${locale === 'fr' ? '\u00a0: ' : ': '}${parts.filter(Boolean).join(', ')}`
}

function EmptyNote({ stretch: { centre, width, note }, texts, y }: { stretch: EmptyStretch; texts: readonly string[]; y: number }) {
  const text = (note ? [note.text] : texts).find(({ length }) => length * noteCharWidth <= width + 16)
  return (
    text && (
      <text className="rf-chart-hand" x={centre} y={y} textAnchor="middle">
        {text}
      </text>
    )
  )
}

function Bar({ bar, base, hatch, title, label }: { bar: NightBar; base: number; hatch: string; title: string; label: string | false }) {
  const { x, width, qualifiedHeight, inReviewHeight, excludedHeight, top, labelX } = bar
  const stack = base - qualifiedHeight - inReviewHeight
  return (
    <g>
      {/* The pointer can hover over the whole column, because a short bar would be hard to hit. */}
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
