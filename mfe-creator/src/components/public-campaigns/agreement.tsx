import type { PublicCampaign } from '@reelfair/contracts'
import { type CampaignTerm, campaignTerms } from '@reelfair/contracts/campaign-terms'
import { shownLink } from '@reelfair/contracts/text'
import { businessDayOf, currentTerms, finalSettlementAt, MAX_VIDEOS, MIN_LOGO_PERCENT } from '@reelfair/rules'
import { Disclosure, formatCents, formatDateTime, formatPercent, serverNow, TextLink } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from '../instructions/messages/index.ts'
import { useLabelRule } from '../instructions/use-label-rule.ts'

const TERMS: readonly CampaignTerm[] = ['kept', 'invalid', 'final', 'repost', 'adult']

/** The creator accepts these terms by signing up. The service stores the terms with the sign-up. */
export function Agreement({ campaign, accountId, windowDays }: { campaign: PublicCampaign; accountId: string; windowDays: number }) {
  const { t, locale } = useText()
  const { rateCard, cashprizeCents, endsAt, link, logo, network } = campaign
  const labelRule = useLabelRule(network, accountId)
  const end = formatDateTime(endsAt, locale, { weekday: 'short' })
  return (
    <section className="creator-agreement">
      <h3 className="creator-step-title">{t('agree-title')}</h3>
      <dl className="creator-terms">
        <Term title={t('terms-pay')}>
          {t('terms-pay-text', { rate: formatCents(rateCard.centsPer1000, locale) })}{' '}
          {t('agree-cashprize', { amount: formatCents(cashprizeCents, locale) })}
        </Term>
        <Term title={t('then-counts')}>
          {t('then-counts-text', { count: windowDays, end })} {t('agree-videos', { most: MAX_VIDEOS })}
        </Term>
        <Term title={t('terms-paid')}>
          {t('terms-paid-text', { at: formatDateTime(finalSettlementAt(new Date(endsAt)), locale, { weekday: 'short' }) })}
        </Term>
        <Term title={t('agree-bio')}>
          {t('agree-bio-text')} <span className="creator-link-text">{shownLink(link)}</span>
        </Term>
        <Term title={t('agree-description')}>
          {t('agree-description-text', { mention: t('mention') })} {labelRule}
        </Term>
        <Term title={t('agree-logo')}>
          {t('agree-logo-text', { share: formatPercent(MIN_LOGO_PERCENT / 100, locale) })} {logo.kind === 'webm' && t('logo-moves')}
        </Term>
        <Term title={t('agree-account')}>
          {t('step-keep-public')} {t('step-keep-video')}
        </Term>
      </dl>
      <Disclosure small title={t('agree-terms', { version: currentTerms(businessDayOf(new Date(serverNow()))).version })}>
        <ul>
          {TERMS.map((key) => (
            <li key={key}>{campaignTerms[key][locale]}</li>
          ))}
        </ul>
      </Disclosure>
      {/* The terms open in a new tab, so that the dialog stays open. */}
      <p className="rf-note">
        <TextLink href="/terms#campaign-legal" target="_blank" rel="noopener">
          {t('agree-terms-read')}
        </TextLink>
      </p>
    </section>
  )
}

const Term = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
