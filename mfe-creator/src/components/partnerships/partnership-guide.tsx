import type { Partnership } from '@reelfair/contracts'
import { finalSettlementAt, payOfTiers } from '@reelfair/rules'
import { formatCents, formatDateTime, formatPercent, ReasonChip, useNow } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { WhatToDo } from '../instructions/instructions.tsx'
import { useReadings } from '../queries.ts'
import { partnershipStage } from './figures.ts'
import { useText } from './messages/index.ts'

const WEEKDAY = { weekday: 'short' } as const

interface PartnershipGuideProps {
  /** Planned or active. */
  readonly partnership: Partnership
  readonly level: 2 | 3 | 4
}

/** When the partnership starts, what to do for it, and what happens then. */
export function PartnershipGuide({ partnership, level }: PartnershipGuideProps) {
  const { t, locale } = useText()
  const isPlanned = partnershipStage(partnership, useNow()) === 'planned'
  const { startsAt, endsAt, code = '' } = partnership
  return (
    <div className="creator-instructions">
      {isPlanned ? (
        <ReasonChip kind="held" boxed reason={t('planned', { at: formatDateTime(startsAt, locale, WEEKDAY) })} fix={t('planned-then')} />
      ) : (
        <ReasonChip kind="passed" reason={t('started', { at: formatDateTime(endsAt, locale, WEEKDAY) })} fix={t('started-then')} />
      )}
      <WhatToDo briefing={{ ...partnership, code }} level={level} />
      <Next partnership={partnership} level={level} />
    </div>
  )
}

function Next({ partnership: { startsAt, endsAt, windowDays, viewsGoal, amountCents }, level }: PartnershipGuideProps) {
  const { t, locale } = useText()
  const readings = useReadings()
  const Heading = `h${level}` as const
  const at = (moment: string | Date) => formatDateTime(moment, locale, WEEKDAY)
  const tiers = payOfTiers(viewsGoal, amountCents)
    .filter(({ tier }) => tier > 0)
    .map(({ tier, cents }) => `${formatPercent(tier / 100, locale)} ${formatCents(cents, locale)}`)
  return (
    <section className="creator-then">
      <Heading className="creator-step-title">{t('next-title')}</Heading>
      <dl className="creator-terms">
        <Fact name={t('then-read')}>
          {readings.data && `${t('then-read-next', { at: at(readings.data.nextAt) })}. `}
          {t('then-read-nightly')}
        </Fact>
        <Fact name={t('next-counts')}>{t('next-counts-text', { count: windowDays, from: at(startsAt), to: at(endsAt) })}</Fact>
        <Fact name={t('next-pay')}>{t('next-pay-text', { tiers: tiers.join(', ') })}</Fact>
        <Fact name={t('next-paid')}>
          {t('next-paid-text', { at: at(finalSettlementAt(new Date(endsAt))) })} {t('paid-late')}
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
