import type { SettingKey } from '@reelfair/contracts'
import { SETTINGS_WITHOUT_EFFECT } from '@reelfair/contracts/setting-defaults'
import { useRead, useWrite } from '@reelfair/web-kit'

export const useSettings = () => useRead('settings', '/identity/admin/settings')

export const useChange = (onDone: () => void) =>
  useWrite('POST', '/identity/admin/settings/:key', { changes: ['settings'], onDone: () => onDone() })

interface Group {
  readonly name: 'money' | 'campaigns' | 'accounts' | 'site'
  readonly keys: readonly SettingKey[]
}

const ALL: readonly Group[] = [
  { name: 'money', keys: ['packages', 'rate_card', 'solvency_margin_cents'] },
  { name: 'campaigns', keys: ['public_campaign_networks', 'video_window_days', 'review_hours', 'collab_booking'] },
  { name: 'accounts', keys: ['brand_kyc_required', 'require_admin_second_factor'] },
  { name: 'site', keys: ['support_email', 'style_reference'] },
]

export const GROUPS = ALL.map(({ name, keys }) => ({ name, keys: keys.filter((key) => !SETTINGS_WITHOUT_EFFECT.includes(key)) })).filter(
  ({ keys }) => keys.length > 0,
)
