import type { CreatorRecord } from '@reelfair/contracts'
import { formatCount, formatPercent, RecordStrip, TierFrame } from '@reelfair/ui'
import { useText } from './messages/index.ts'

export function Record({ record: { tiers, observed, qualified, daysToFirstVideo } }: { record: CreatorRecord }) {
  const { t, locale } = useText()
  const full = tiers.filter((tier) => tier === 100).length
  const spoken = t('record-spoken', { tiers: tiers.map((tier) => formatPercent(tier / 100, locale)).join(', ') })
  return (
    <div className="brand-record">
      <RecordStrip tiers={tiers} label={spoken} />
      {tiers.length === 0 ? (
        <p>{t('record-none')}</p>
      ) : (
        <p>
          <strong>{t('record-full', { count: tiers.length, full: formatCount(full, locale) })}</strong>
        </p>
      )}
      {observed > 0 && (
        <p>
          {t('record-qualified', {
            share: formatPercent(qualified / observed, locale),
            qualified: formatCount(qualified, locale),
            observed: formatCount(observed, locale),
          })}
        </p>
      )}
      {daysToFirstVideo !== null && <p>{daysToFirstVideo === 0 ? t('record-same-day') : t('record-days', { count: daysToFirstVideo })}</p>}
    </div>
  )
}

export function RecordKey() {
  const { t } = useText()
  return (
    <p className="brand-record-key">
      <span>
        <TierFrame tier={100} /> {t('key-full')}
      </span>
      <span>
        <TierFrame tier={50} /> {t('key-part')}
      </span>
      <span>
        <TierFrame tier={0} /> {t('key-zero')}
      </span>
      <span>{t('key-newest')}</span>
    </p>
  )
}
