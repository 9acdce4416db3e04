import Check from 'lucide-react/icons/check'
import { formatCents, formatCount, formatPercent } from '../format.ts'
import { Icon } from '../icon/icon.tsx'
import { useLocale } from '../provider/ui-provider.tsx'
import { Key, type KeyEntry } from './key.tsx'
import { Ruler } from './ruler.tsx'
import { type BarFigures, type BarLayout, layoutBar, remainingViews } from './segments.ts'
import { useWidth } from './use-width.ts'
import { Bar, placed, share, spokenList } from './view-bar.tsx'
import { useSignatureWords } from './words.ts'

/** From `views` qualified views, the tier (in percent of the goal) pays `cents`. */
export interface TierMark {
  readonly tier: number
  readonly views: number
  readonly cents: number
}

export interface TierBarProps extends Omit<BarFigures, 'others'> {
  /** Lowest tier first. The bar does not mark a tier of 0. */
  readonly tiers: readonly TierMark[]
  /** Texts by tier that replace "reached", "next tier" and so on: `{ 25: 'reached 20 Nov' }`. */
  readonly notes?: Readonly<Record<number, string>>
  /** No more views will count, so the bar shows neither the gap nor the next tier. */
  readonly isOver?: boolean
  /** Labels that replace the built-in ones. They must be in the current language. */
  readonly words?: Partial<Record<'qualified' | 'inReview' | 'remaining' | 'excluded', string>>
}

/**
 * Shows a partnership's views. A post with the pay above it marks each tier; the only label in the well is the gap to
 * the next tier. Excluded views are beyond the goal, as in the view bar.
 * @example <TierBar goal={10_000} qualified={6_240} inReview={0} excluded={1_244} tiers={payOfTiers(10_000, 200)} />
 */
export function TierBar({ tiers, notes = {}, isOver = false, words = {}, ...figures }: TierBarProps) {
  const locale = useLocale()
  const built = useSignatureWords()
  const [ref, width] = useWidth<HTMLDivElement>(600)
  const layout = layoutBar(figures, width)
  const { goal, qualified, inReview, excluded } = figures
  const count = (views: number) => formatCount(views, locale)
  const marks = tiers.filter(({ tier }) => tier > 0)
  const next = isOver ? undefined : marks.find(({ views }) => views > qualified)
  const today = marks.findLast(({ views }) => views <= qualified)
  const remaining = remainingViews(figures)
  const noteOf = (mark: TierMark) => {
    if (mark.views <= qualified) return built.tierReached
    if (mark.tier === 100) return built.tierGoal
    return mark === next ? built.tierNext : ''
  }
  const sentence = [
    built.ofGoal(count(qualified), count(goal)),
    next && built.toTierPart(count(next.views - qualified), formatPercent(next.tier / 100, locale)),
    inReview > 0 && built.inReviewPart(count(inReview)),
    excluded > 0 && built.excludedPart(count(excluded)),
  ]
  const entries: KeyEntry[] = [
    { texture: 'qualified', word: words.qualified ?? built.qualified, views: qualified },
    { texture: 'inReview', word: words.inReview ?? built.inReview, views: inReview },
    { texture: 'remaining', word: words.remaining ?? built.remaining, views: remaining },
    { texture: 'excluded', word: words.excluded ?? built.excluded, views: excluded },
  ]
  const folded = inReview > 0 ? built.keyLine(count(qualified), count(inReview)) : built.keyLineAlone(count(qualified))
  return (
    <div className="rf-viewbar rf-tierbar">
      <ol className="rf-tier-heads" aria-label={built.tiersLabel} style={{ inlineSize: share(layout.goalWidth, width) }}>
        {marks.map((mark) => (
          <TierHead
            key={mark.tier}
            mark={mark}
            isReached={mark.views <= qualified}
            isToday={mark === today}
            note={notes[mark.tier] ?? noteOf(mark)}
          />
        ))}
      </ol>
      <Bar barRef={ref} layout={layout} width={width} label={spokenList(sentence, locale)}>
        {marks.slice(0, -1).map(({ tier, views }) => (
          <i key={tier} className="rf-tier-cut" data-reached={views <= qualified || undefined} style={{ insetInlineStart: `${tier}%` }} />
        ))}
        {next && <Gap layout={layout} tier={next.tier} text={built.toGo(count(next.views - qualified))} />}
      </Bar>
      <Ruler width={layout.goalWidth} of={width} marks={['0', ...marks.map(({ views }) => count(views))]} />
      <Key entries={entries} folded={folded} />
    </div>
  )
}

interface TierHeadProps {
  readonly mark: TierMark
  readonly isReached: boolean
  /** The highest tier reached, which would be paid if the partnership ended now. */
  readonly isToday: boolean
  readonly note: string
}

function TierHead({ mark: { tier, cents }, isReached, isToday, note }: TierHeadProps) {
  const locale = useLocale()
  return (
    <li className="rf-tier-head" data-today={isToday || undefined} data-reached={isReached || undefined}>
      <span className="rf-tier-pay">
        <span>{formatPercent(tier / 100, locale)}</span> <strong>{formatCents(cents, locale)}</strong>
      </span>
      <span className="rf-tier-note">
        {isReached && <Icon of={Check} size={14} />}
        <span>{note}</span>
      </span>
    </li>
  )
}

/** Estimated character width of the italic label, and its padding, px. */
const letter = 7.5
const air = 20

/** Omitted where the well is too narrow; the text alternative contains the gap too. */
function Gap({ layout: { inside, goalWidth }, tier, text }: { layout: BarLayout; tier: number; text: string }) {
  const filled = inside.filter(({ part }) => part !== 'remaining').reduce((end, { left, width }) => Math.max(end, left + width), 0)
  const toTier = (tier / 100) * goalWidth - filled
  if (goalWidth - filled < text.length * letter + air) return null
  return (
    <span className="rf-tier-gap" aria-hidden="true" style={placed(filled, Math.max(0, toTier), goalWidth)}>
      <span>{text}</span>
    </span>
  )
}
