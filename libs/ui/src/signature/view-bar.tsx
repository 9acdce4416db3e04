import type { CSSProperties, ReactNode, Ref } from 'react'
import { formatCount, formatPercent, type Locale } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { Key, type KeyEntry } from './key.tsx'
import { Ruler } from './ruler.tsx'
import { type BarFigures, type BarLayout, layoutBar, remainingViews } from './segments.ts'
import { useWidth } from './use-width.ts'
import { useSignatureWords } from './words.ts'

export interface ViewBarProps extends BarFigures {
  readonly size?: 'normal' | 'landing'
  /** Labels that replace the built-in ones. They must be in the current language. */
  readonly words?: Partial<Record<'qualified' | 'others' | 'inReview' | 'remaining' | 'excluded', string>>
  /** Set to false if the same figures are shown beside the bar. */
  readonly showKey?: boolean
  /** Set to false to keep the key expanded on phones, as on the landing page. */
  readonly foldKey?: boolean
}

/**
 * Shows a campaign's views. The goal box contains qualified views, other creators' views and views in review. Excluded
 * views are beyond the box, at the same scale. On creator screens, set `others`: all other figures are then the
 * creator's own.
 * @example <ViewBar goal={120_000} qualified={74_318} inReview={6_940} excluded={5_127} />
 */
export function ViewBar({ size = 'normal', words = {}, showKey = true, foldKey = true, ...figures }: ViewBarProps) {
  const locale = useLocale()
  const built = useSignatureWords()
  const [ref, width] = useWidth<HTMLDivElement>(600)
  const layout = layoutBar(figures, width)
  const count = (views: number) => formatCount(views, locale)
  const { goal, qualified, others, inReview, excluded } = figures
  const remaining = remainingViews(figures)
  const creator = others !== undefined
  const word = words.qualified?.toLocaleLowerCase(locale)

  const sentence = [
    creator ? built.othersOfGoal(count(qualified), count(others), count(goal)) : built.ofGoal(count(qualified), count(goal), word),
    inReview > 0 && built.inReviewPart(count(inReview)),
    built.remainingPart(count(remaining)),
    excluded > 0 && built.excludedPart(count(excluded)),
  ]

  const entries: KeyEntry[] = [
    { texture: 'qualified', word: words.qualified ?? (creator ? built.yoursAllocated : built.qualified), views: qualified },
    ...(creator ? [{ texture: 'others' as const, word: words.others ?? built.others, views: others }] : []),
    { texture: 'inReview', word: words.inReview ?? built.inReview, views: inReview },
    { texture: 'remaining', word: words.remaining ?? built.remaining, views: remaining },
    { texture: 'excluded', word: words.excluded ?? (creator ? built.yoursExcluded : built.excluded), views: excluded },
  ]
  const [line, lineAlone] = creator ? [built.yoursKeyLine, built.yoursKeyLineAlone] : [built.keyLine, built.keyLineAlone]
  const folded = inReview > 0 ? line(count(qualified), count(inReview), word) : lineAlone(count(qualified), word)

  return (
    <div className={`rf-viewbar rf-viewbar-${size}`}>
      <Bar barRef={ref} layout={layout} width={width} label={spokenList(sentence, locale)} />
      <Ruler
        width={layout.goalWidth}
        of={width}
        marks={['0', formatPercent(0.25, locale), formatPercent(0.5, locale), formatPercent(0.75, locale), count(goal)]}
      />
      {showKey && <Key entries={entries} {...(foldKey ? { folded } : {})} />}
    </div>
  )
}

interface BarProps {
  readonly barRef: Ref<HTMLDivElement>
  readonly layout: BarLayout
  readonly width: number
  readonly label: string
  /** Marks in front of the goal box's segments. */
  readonly children?: ReactNode
}

/** The goal box and, beyond its post, the excluded views. */
export function Bar({ barRef, layout, width, label, children }: BarProps) {
  return (
    <div ref={barRef} className="rf-bar" role="img" aria-label={label}>
      <div className="rf-goalbox" style={{ inlineSize: share(layout.goalWidth, width) }}>
        <div className="rf-goalbox-fill">
          {layout.inside.map(({ part, left, width: wide }) => (
            <span key={part} className={`rf-seg rf-tex-${part}`} style={placed(left, wide, layout.goalWidth)} />
          ))}
        </div>
        {children}
      </div>
      {layout.excluded && (
        <span
          className={`rf-seg rf-seg-beyond rf-tex-excluded${layout.excludedCut ? ' rf-torn' : ''}`}
          style={placed(layout.excluded.left, layout.excluded.width, width)}
        />
      )}
    </div>
  )
}

/** The parts of a bar's text alternative. Skips parts that are missing. */
export const spokenList = (parts: readonly (string | false | undefined)[], locale: Locale): string =>
  parts.filter(Boolean).join(locale === 'fr' ? '\u00a0; ' : '; ')

/** Positions are in percent, so that the bar adapts to a resize before the next measurement. */
export const share = (px: number, whole: number) => `${((px / whole) * 100).toFixed(4)}%`

export const placed = (left: number, wide: number, whole: number): CSSProperties => ({
  insetInlineStart: share(left, whole),
  inlineSize: share(wide, whole),
})
