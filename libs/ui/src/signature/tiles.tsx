import { Fragment, type ReactNode } from 'react'
import { formatCount } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { Swatch, type Texture } from './key.tsx'
import { widthsWithMinimum } from './segments.ts'
import { useWidth } from './use-width.ts'

export interface Tile {
  readonly label: string
  readonly value: number
  readonly note?: ReactNode
  /** If set, the bar and the sum include the figure. */
  readonly part?: { readonly texture: Texture; readonly word: string }
}

export interface TilesProps {
  readonly tiles: readonly Tile[]
  /** Text after the sum of all parts: "credits in total". */
  readonly sumWord?: string
}

/**
 * Key figures at the top of a page, then a bar and a sentence with the sum.
 * @example <Tiles tiles={[{ label: 'Spent', value: 377_158, part: { texture: 'spent', word: 'spent' } }]}
 * sumWord="credits in total" />
 */
export function Tiles({ tiles, sumWord }: TilesProps) {
  const locale = useLocale()
  const [ref, width] = useWidth<HTMLDivElement>(988)
  const print = (value: number) => formatCount(value, locale)
  const parts = tiles.flatMap(({ value, part }) => (part ? [{ ...part, value }] : []))
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const drawn = parts.filter(({ value }) => value > 0)
  const gaps = Math.max(0, drawn.length - 1) * 2
  const widths = widthsWithMinimum(
    drawn.map(({ value }) => value / total),
    Math.max(0, width - gaps),
    3,
  )
  return (
    <div className="rf-tiles">
      <dl className="rf-tiles-row">
        {tiles.map(({ label, value, note, part }) => (
          <div key={label} className={part || parts.length === 0 ? 'rf-tile' : 'rf-tile rf-tile-lead'}>
            <dt>
              {part && <Swatch texture={part.texture} />}
              {label}
            </dt>
            <dd className="rf-tile-figure">{print(value)}</dd>
            {note && <dd className="rf-tile-note">{note}</dd>}
          </div>
        ))}
      </dl>
      {sumWord && parts.length > 0 && (
        <>
          <div ref={ref} className="rf-tiles-bar" aria-hidden="true">
            {drawn.map(({ texture }, index) => (
              <span key={texture} className={`rf-tex-${texture}`} style={{ flexGrow: widths[index] ?? 0 }} />
            ))}
          </div>
          <p className="rf-sum">
            {parts.map(({ word, value }, index) => (
              <Fragment key={word}>
                {index > 0 && ' + '}
                {print(value)} {word}
              </Fragment>
            ))}
            {' = '}
            <strong>
              {print(total)} {sumWord}
            </strong>
          </p>
        </>
      )}
    </div>
  )
}
