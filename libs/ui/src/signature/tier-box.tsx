import { formatCents, formatCount } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { Ruler } from './ruler.tsx'
import { widthsWithMinimum } from './segments.ts'
import { useWidth } from './use-width.ts'
import { useSignatureWords } from './words.ts'

/** Tiers divide the goal evenly: four tiers end at 25%, 50%, 75% and 100%. */
export interface TierBoxProps {
  /** Number of qualified views needed for the last tier. */
  readonly goal: number
  readonly qualified: number
  /** Amount of each tier in cents. */
  readonly tiers: readonly number[]
}

/** A tier counts as reached only with its last view. */
export const reachedTiers = (qualified: number, goal: number, count: number): number =>
  goal <= 0 ? 0 : Math.min(count, Math.floor((Math.max(0, qualified) * count) / goal))

/**
 * A partnership's goal box with tiers. Each tier shows its amount and is filled once reached.
 * @example <TierBox goal={40_000} qualified={12_400} tiers={[3000, 3000, 3000, 3000]} />
 */
export function TierBox({ goal, qualified, tiers }: TierBoxProps) {
  const locale = useLocale()
  const words = useSignatureWords()
  const [ref, width] = useWidth<HTMLDivElement>(420)
  const count = tiers.length
  const reached = reachedTiers(qualified, goal, count)
  const at = (index: number) => formatCount(Math.round((goal * index) / count), locale)
  const within = goal > 0 ? Math.min(1, (qualified * count) / goal - reached) : 0
  const narrow = width / count < 92
  const sentence = [
    words.tierSentence(reached, count, formatCount(qualified, locale), formatCount(goal, locale)),
    ...tiers.map((cents, index) => words.tierPart(at(index + 1), formatCents(cents, locale), index < reached)),
  ]
  return (
    <div className="rf-viewbar rf-tierbox">
      <div
        ref={ref}
        className={`rf-goalbox${narrow ? ' rf-tierbox-narrow' : ''}`}
        role="img"
        aria-label={sentence.join(locale === 'fr' ? '\u00a0; ' : '; ')}
      >
        {tiers.map((cents, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: tiers have no key but their index
            key={index}
            className={`rf-tier${index < reached ? ' rf-tier-reached' : ''}`}
            style={{ inlineSize: `${100 / count}%` }}
          >
            <span className="rf-tier-amount">+&nbsp;{formatCents(cents, locale)}</span>
            {index === reached && within > 0 && (
              <i className="rf-tier-progress" style={{ inlineSize: `${progressPx(within, width / count)}px` }} />
            )}
          </span>
        ))}
      </div>
      <Ruler width={width} of={width} marks={['0', ...tiers.map((_, index) => at(index + 1))]} />
    </div>
  )
}

/** Progress is visible from the first view, but never fills a tier before the tier is reached. */
const progressPx = (within: number, tier: number) => widthsWithMinimum([within, 1 - within], tier, 3)[0] ?? 0
