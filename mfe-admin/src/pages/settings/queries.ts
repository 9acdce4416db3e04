import type { SettingKey } from '@reelfair/contracts'
import { SETTINGS_WITHOUT_EFFECT } from '@reelfair/contracts/setting-defaults'
import { useRead, useWrite } from '@reelfair/web-kit'

export const useSettings = () => useRead('settings', '/identity/admin/settings')

/** The session changes too, because a setting decides whether it still has admin rights. */
export const useChange = (onDone: () => void) =>
  useWrite('POST', '/identity/admin/settings/:key', { changes: ['settings', 'session'], onDone: () => onDone() })

interface Group {
  readonly name: 'money' | 'campaigns' | 'accounts' | 'site' | 'idle'
  readonly keys: readonly SettingKey[]
}

export const GROUPS: readonly Group[] = [
  { name: 'money', keys: ['packages', 'rate_card', 'solvency_margin_cents'] },
  { name: 'campaigns', keys: ['public_campaign_networks', 'video_window_days', 'review_hours'] },
  { name: 'accounts', keys: ['require_admin_second_factor'] },
  { name: 'site', keys: ['support_email', 'collab_booking'] },
  { name: 'idle', keys: SETTINGS_WITHOUT_EFFECT },
]
