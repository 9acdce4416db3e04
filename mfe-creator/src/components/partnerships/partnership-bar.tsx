import type { Partnership } from '@reelfair/contracts'
import { payOfTiers } from '@reelfair/rules'
import { formatCents, formatCount, formatDateTime, formatPercent, TierBar } from '@reelfair/ui'
import { excludedViews } from '../sign-ups/figures.ts'
import { decidedAt, type PartnershipStage } from './figures.ts'
import { useText } from './messages/index.ts'

/** Progress toward the goal, with the pay of each tier. While views count, also what the next tier takes. */
export function PartnershipBar({ partnership, stage }: { partnership: Partnership; stage: PartnershipStage }) {
  const { t, locale } = useText()
  const { viewsGoal, amountCents, count } = partnership
  const tiers = payOfTiers(viewsGoal, amountCents)
  const next = tiers.find(({ views }) => views > count.qualified)
  const open = next
    ? t('now-next', {
        views: formatCount(next.views - count.qualified, locale),
        tier: formatPercent(next.tier / 100, locale),
        amount: formatCents(next.cents, locale),
      })
    : t('now-full')
  return (
    <div className="creator-sign-up-bar">
      <TierBar
        goal={viewsGoal}
        qualified={count.qualified}
        inReview={count.inReview}
        excluded={excludedViews(partnership)}
        tiers={tiers}
        isOver={stage === 'settled'}
        words={{ excluded: t('your-excluded') }}
      />
      {stage === 'active' && <p className="rf-note">{open}</p>}
      {stage === 'over' && (
        <p className="rf-note">{t('time-up-then', { at: formatDateTime(decidedAt(partnership), locale, { weekday: 'short' }) })}</p>
      )}
      {stage === 'ended' && <p className="rf-note">{t('held-then')}</p>}
    </div>
  )
}
