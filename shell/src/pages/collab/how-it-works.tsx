import { formatCents, formatCount, formatPercent } from '@reelfair/ui'
import { useText } from './messages/index.ts'
import type { Offer } from './offer.ts'

/** Each column is the whole hold: the ink part is used and paid, and the rest returns. On phones, a row per tier. */
export function HowItWorks({ name, offer }: { name: string; offer: Offer }) {
  const { t, locale } = useText()
  const { tiers, budgetCents, views, payCents } = offer
  const share = (tier: number, decimals = 0) => formatPercent(tier / 100, locale, decimals)
  const rangeOf = (tier: number, above: number | undefined) => {
    if (above === undefined) return t('tier-top', { from: share(tier) })
    return tier === 0 ? t('tier-under', { to: share(above) }) : t('tier-from', { from: share(tier), to: share(above - 0.01, 2) })
  }
  return (
    <>
      <p className="collab-lead">{t('how-lead', { name })}</p>
      <div className="collab-tiers">
        <p className="collab-tiers-head" aria-hidden="true">
          <span>{t('how-reached')}</span>
          <span>{t('how-earned')}</span>
          <span>{t('how-returned')}</span>
        </p>
        <ul aria-label={t('how-list')}>
          {tiers.map(({ tier, cents, returned }, at) => (
            <li key={tier} data-tier={tier} style={{ ['--tier' as string]: `${tier}%` }}>
              <p className="collab-tier-range">
                <strong>{rangeOf(tier, tiers[at + 1]?.tier)}</strong>
                <span>{t('tier-pays', { share: share(tier) })}</span>
              </p>
              <p className="collab-tier-pay">
                <strong>{formatCents(cents, locale)}</strong> <span>{t('earned')}</span>
              </p>
              <p className="collab-tier-back">
                <strong>{formatCount(returned, locale)}</strong> <span>{t('returned')}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
      <p className="rf-note">
        {t('how-amounts', {
          budget: formatCents(budgetCents, locale, 0),
          views: formatCount(views, locale),
          pay: formatCents(payCents, locale),
          full: share(100),
        })}
      </p>
    </>
  )
}
