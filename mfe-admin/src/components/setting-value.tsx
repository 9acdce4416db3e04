import type { AuditEntry, SettingKey, SettingValue } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { formatCents, formatCount, type Locale } from '@reelfair/ui'
import { useText } from '../messages/index.ts'

type Translate = ReturnType<typeof useText>['t']

/**
 * A setting's value in words.
 * @example settingText('review_hours', 72, { t, locale }) // "72 hours"
 */
function settingText(key: SettingKey, value: unknown, { t, locale }: { t: Translate; locale: Locale }): string {
  const list = (items: readonly string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(items)
  switch (key) {
    case 'packages':
      return list(
        (value as SettingValue<'packages'>).map(({ id, credits, priceCents }) =>
          t('setting-package', { name: t(`package-${id}`), credits: formatCount(credits, locale), price: formatCents(priceCents, locale) }),
        ),
      )
    case 'rate_card': {
      const { campaignCentsPer1000, partnershipCentsPer1000 } = value as SettingValue<'rate_card'>
      const [campaign, partnership] = [campaignCentsPer1000, partnershipCentsPer1000].map((cents) => formatCents(cents, locale))
      return t('setting-rates', { campaign: campaign ?? '', partnership: partnership ?? '' })
    }
    case 'solvency_margin_cents':
      return t('setting-per-1000', { amount: formatCents(value as number, locale) })
    case 'public_campaign_networks':
      return list((value as SettingValue<'public_campaign_networks'>).map((network) => NETWORK_NAMES[network]))
    case 'video_window_days':
      return t('setting-days', { count: value as number })
    case 'review_hours':
      return t('setting-hours', { count: value as number })
    case 'collab_booking':
      return t(`booking-${value as SettingValue<'collab_booking'>}`)
    case 'brand_kyc_required':
    case 'require_admin_second_factor':
      return t(value === true ? 'setting-required' : 'setting-not-required')
    default:
      return String(value)
  }
}

export function SettingText({ of, value }: { of: AuditEntry['key']; value: unknown }) {
  const { t, locale } = useText()
  const isName = of === 'style_reference' || of === 'support_email'
  return (
    <span className="admin-setting-value" translate={isName ? 'no' : undefined}>
      {settingText(of, value, { t, locale })}
    </span>
  )
}
