import type { CreatorRecord } from '@reelfair/contracts'
import { formatCount, formatPercent, formatUnits, RecordStrip, Section } from '@reelfair/ui'
import { useText } from './messages/index.ts'

/** How the creator's latest partnerships ended. */
export function Record({ record: { tiers, observed, qualified, daysToFirstVideo } }: { record: CreatorRecord }) {
  const { t, locale } = useText()
  const count = tiers.length
  const full = tiers.filter((tier) => tier === 100).length
  const figures = { count, full: formatCount(full, locale), tier: formatPercent(1, locale) }
  const spoken = t('record-spoken', { tiers: tiers.map((tier) => formatPercent(tier / 100, locale)).join(', ') })
  return (
    <Section title={t('record-title')} note={t('record-note')}>
      <div className="collab-record">
        <div>
          <RecordStrip tiers={tiers} label={spoken} />
          <p className="collab-record-all">{t(full === count && count > 1 ? 'record-all' : 'record-some', figures)}</p>
        </div>
        <dl className="collab-sum">
          {observed > 0 && (
            <div>
              <dt>
                {t('record-qualified')}
                <span className="rf-note">
                  {t('record-qualified-of', { qualified: formatCount(qualified, locale), observed: formatCount(observed, locale) })}
                </span>
              </dt>
              <dd>{formatPercent(qualified / observed, locale)}</dd>
            </div>
          )}
          {daysToFirstVideo !== null && (
            <div>
              <dt>
                {t('record-days')}
                <span className="rf-note">{t('record-median')}</span>
              </dt>
              <dd>{daysToFirstVideo === 0 ? t('record-first-day') : formatUnits(daysToFirstVideo, 'day', locale)}</dd>
            </div>
          )}
        </dl>
      </div>
    </Section>
  )
}
