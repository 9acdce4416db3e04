import type { Partnership } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { dueSettlement } from '@reelfair/rules'
import { formatCents, formatCount, formatDateTime, formatDay, Section, TierTable, useNow } from '@reelfair/ui'
import { finalAt, type PartnershipPhase } from '../../components/partnership/phase.ts'
import { useText } from './messages/index.ts'
import { creditsOfTiers, tierNow } from './tiers.ts'

/** How each tier divides the held credits, and what it pays the creator. */
export function Credits({ partnership, phase }: { partnership: Partnership; phase: PartnershipPhase }) {
  const { t, locale } = useText()
  const now = useNow()
  const { username, viewsGoal, rateCard, settledAt } = partnership
  const tiers = creditsOfTiers(partnership)
  const today = tierNow(partnership)
  const { consumed, returned } = tiers.find(({ tier }) => tier === today) ?? { consumed: 0, returned: viewsGoal }
  const count = (figure: number) => formatCount(figure, locale)
  const at = (instant: Date | string) => formatDateTime(instant, locale, { weekday: 'short' })
  const due = dueSettlement(finalAt(partnership), new Date(now))
  const figures = { consumed: count(consumed), returned: count(returned) }
  return (
    <Section
      title={t('tiers-title')}
      note={t('tiers-note', {
        rate: formatCents(rateCard.centsPer1000, locale),
        day: formatDay(rateCard.validFrom, locale, { year: true }),
      })}
    >
      <TierTable tiers={tiers} today={today} label={t('tiers-title')} payLabel={t('tiers-earns', { username: handleOf(username) })} />
      <p className="rf-sum brand-partnership-sum">
        {t(settledAt ? 'credits-final' : phase === 'ended' ? 'credits-provisional' : 'credits-today', figures)}{' '}
        <strong>{t('credits-of', { held: count(viewsGoal) })}</strong>{' '}
        {settledAt ? t('credits-settled', { at: at(settledAt) }) : t(due.isLate ? 'credits-late' : 'credits-wait', { at: at(due.at) })}
      </p>
    </Section>
  )
}
