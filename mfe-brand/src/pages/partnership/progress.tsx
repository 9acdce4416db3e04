import type { Partnership } from '@reelfair/contracts'
import { payOfTiers } from '@reelfair/rules'
import { formatCount, formatDay, formatPercent, Sheet, TierBar } from '@reelfair/ui'
import type { PartnershipPhase } from '../../components/partnership/phase.ts'
import { useText } from './messages/index.ts'
import { useHistory } from './queries.ts'
import { daysOfTiers } from './tiers.ts'

export function Progress({ partnership, phase }: { partnership: Partnership; phase: PartnershipPhase }) {
  const { t, locale } = useText()
  // The bar is complete without the dates at which tiers were reached, so it does not wait for them.
  const history = useHistory(partnership.id, phase !== 'planned')
  const { viewsGoal, amountCents, count } = partnership
  const { observed, qualified, inReview } = count
  const excluded = count.excluded.reduce((sum, { views }) => sum + views, 0)
  const figure = (views: number) => formatCount(views, locale)
  const reached = daysOfTiers(partnership, history.data?.days ?? [])
  const tiers = payOfTiers(viewsGoal, amountCents)
  const notes = Object.fromEntries(
    tiers.flatMap(({ tier, views }) => {
      const day = views <= qualified && reached[tier]
      return day ? [[tier, t('tier-reached', { at: formatDay(day, locale) })] as const] : []
    }),
  )
  return (
    <Sheet>
      <div className="brand-partnership-progress">
        <h2>
          {t('progress', {
            qualified: figure(qualified),
            goal: figure(viewsGoal),
            share: formatPercent(floorShare(qualified, viewsGoal), locale),
          })}
        </h2>
        <TierBar
          goal={viewsGoal}
          qualified={qualified}
          inReview={inReview}
          excluded={excluded}
          tiers={tiers}
          notes={notes}
          isOver={phase === 'settled'}
          {...(phase === 'settled' && { words: { remaining: t('bar-not-reached') } })}
        />
        <p className="rf-sum">
          {[
            t('sum-qualified', { views: figure(qualified) }),
            ...(inReview > 0 ? [t('sum-review', { views: figure(inReview) })] : []),
            t('sum-excluded', { views: figure(excluded) }),
          ].join(' + ')}
          {' = '}
          <strong>{t('sum-seen', { views: figure(observed) })}</strong>
        </p>
      </div>
    </Sheet>
  )
}

/** Rounded down, so that 99.9% never reads as a goal that is reached. */
const floorShare = (views: number, goal: number) => Math.floor((views * 100) / goal) / 100
