import { shownLink } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { businessDayOf, cashprizeCents, currentTerms } from '@reelfair/rules'
import { formatCents, formatCount, serverNow, TextLink } from '@reelfair/ui'
import { usePublicSettings } from '@reelfair/web-kit'
import { Banner } from '@reelfair/web-kit/banner'
import type { ReactNode } from 'react'
import { categoryLabel } from '../../components/categories.ts'
import { Cost } from './cost.tsx'
import type { Entries } from './entries.ts'
import { useText } from './messages/index.ts'
import { pathOf, type StepName } from './steps.ts'

export function SummaryStep({ entries }: { entries: Entries }) {
  const { t, locale } = useText()
  const { name, category, viewsGoal, duration, network, language, zones, media, link } = entries
  const rate = usePublicSettings().data?.rateCard.campaignCentsPer1000
  const rows: readonly [key: string, label: string, step: StepName, value: ReactNode][] = [
    ['name', t('new-name'), 'goal', <bdi key="name">{name}</bdi>],
    ['category', t('new-category'), 'goal', category && categoryLabel(category, locale)],
    ['goal', t('goal'), 'goal', t('goal-text', { views: formatCount(viewsGoal ?? 0, locale) })],
    ['duration', t('new-duration'), 'goal', t(duration === '1w' ? 'new-duration-1w' : 'new-duration-1month')],
    ['network', t('new-network'), 'audience', NETWORK_NAMES[network]],
    ['language', t('new-language'), 'audience', language ? t(`language-${language}`) : t('new-language-any')],
    ['zones', t('new-zones'), 'audience', zones.length > 0 ? zones.map((zone) => t(`zone-${zone}`)).join(', ') : t('new-zones-any')],
    ['media', t('new-logo'), 'media', media && <Banner media={media} />],
    ['link', t('new-link'), 'link', shownLink(link.trim())],
  ]
  return (
    <div className="brand-columns">
      <div className="brand-summary">
        <dl className="brand-rows">
          {rows.map(([key, label, step, value]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{value}</dd>
              <dd className="brand-rows-edit">
                <TextLink href={`${pathOf(step)}?from=summary`}>
                  {t('new-change')}
                  <span className="rf-hidden">, {label}</span>
                </TextLink>
              </dd>
            </div>
          ))}
        </dl>
        <h2>{t('new-then')}</h2>
        <ol className="brand-then">
          <li>{t('new-then-held', { views: formatCount(viewsGoal ?? 0, locale) })}</li>
          {rate !== undefined && (
            <li>
              {t('new-then-open', { prize: formatCents(cashprizeCents(viewsGoal ?? 0, rate), locale), rate: formatCents(rate, locale) })}
            </li>
          )}
          <li>{t('new-then-read')}</li>
          <li>{t('new-then-end')}</li>
        </ol>
        <h2>{t('new-terms')}</h2>
        <p className="rf-note">
          {t('new-terms-text', { version: currentTerms(businessDayOf(new Date(serverNow()))).version })}{' '}
          <TextLink href="/terms#campaign-legal" target="_blank" rel="noopener">
            {t('new-terms-link')}
          </TextLink>
        </p>
      </div>
      <Cost entries={entries} />
    </div>
  )
}
