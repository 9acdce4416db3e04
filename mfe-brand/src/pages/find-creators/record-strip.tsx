import type { CreatorRecord } from '@reelfair/contracts'
import { formatCount, formatPercent } from '@reelfair/ui'
import { useText } from './messages/index.ts'

/** One small 9:16 frame for each of the latest ten partnerships, filled from below to the tier that was paid. */
export function RecordStrip({ record: { tiers, observed, qualified, daysToFirstVideo } }: { record: CreatorRecord }) {
  const { t, locale } = useText()
  const full = tiers.filter((tier) => tier === 100).length
  const spoken = t('record-spoken', { tiers: tiers.map((tier) => formatPercent(tier / 100, locale)).join(', ') })
  if (tiers.length === 0) {
    return (
      <div className="brand-record">
        <span className="brand-record-strip" aria-hidden="true">
          <i data-tier="none" />
        </span>
        <p>{t('record-none')}</p>
      </div>
    )
  }
  return (
    <div className="brand-record">
      <span className="brand-record-strip" role="img" aria-label={spoken}>
        {tiers.map((tier, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the partnerships have no key but their order
          <TierFrame key={at} tier={tier} />
        ))}
      </span>
      <p>
        <strong>{t('record-full', { count: tiers.length, full: formatCount(full, locale) })}</strong>
      </p>
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

const TierFrame = ({ tier }: { tier: number }) => <i data-tier={tier} style={{ ['--tier' as string]: `${tier}%` }} />

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
