import type { SignUp } from '@reelfair/contracts'
import { finalSettlementAt } from '@reelfair/rules'
import { Countdown, formatCents, formatDateTime } from '@reelfair/ui'
import { useReadings } from '../queries.ts'
import { useText } from './messages/index.ts'

export function WhatHappensNext({ signUp: { terms, endsAt }, level }: { signUp: SignUp; level: 2 | 3 | 4 }) {
  const { t, locale } = useText()
  const readings = useReadings()
  const Heading = `h${level}` as const
  const { rateCard, windowDays } = terms
  return (
    <section className="creator-then">
      <Heading className="creator-step-title">{t('then-title')}</Heading>
      <dl className="creator-terms">
        <div>
          <dt>{t('then-read')}</dt>
          <dd>
            {readings.data ? (
              <>
                {t('then-read-next', { at: formatDateTime(readings.data.nextAt, locale, { weekday: 'short' }) })} (
                <Countdown to={readings.data.nextAt} over={t('then-read-now')} />
                ). {t('then-read-nightly')}
              </>
            ) : (
              t('then-read-nightly')
            )}
          </dd>
        </div>
        <div>
          <dt>{t('then-counts')}</dt>
          <dd>{t('then-counts-text', { count: windowDays, end: formatDateTime(endsAt, locale) })}</dd>
        </div>
        <div>
          <dt>{t('terms-pay')}</dt>
          <dd>{t('terms-pay-text', { rate: formatCents(rateCard.centsPer1000, locale) })}</dd>
        </div>
        <div>
          <dt>{t('terms-paid')}</dt>
          <dd>{t('terms-paid-text', { at: formatDateTime(finalSettlementAt(new Date(endsAt)), locale, { weekday: 'short' }) })}</dd>
        </div>
      </dl>
    </section>
  )
}
