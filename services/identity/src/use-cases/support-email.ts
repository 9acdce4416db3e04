import type { Scope } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { settingAt } from '../store/setting-changes.ts'

/** The support address in force. SUPPORT_EMAIL is the initial value. */
export async function supportEmailAt(scope: Scope, at: Date, ports: Ports): Promise<string> {
  const { value, version } = await settingAt(scope, 'support_email', at)
  return version === 0 ? ports.supportEmail : value
}
