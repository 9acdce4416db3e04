import { Choice } from '@reelfair/ui'
import type { SignUpRole } from '../auth-page-link.ts'
import { useText } from './messages/index.ts'

export function RoleChoice({ role, onRole }: { role: SignUpRole; onRole: (role: SignUpRole) => void }) {
  const { t } = useText()
  return (
    <Choice
      label={t('for-whom')}
      look="segments"
      options={[
        { value: 'creator', label: t('as-creator') },
        { value: 'brand', label: t('as-brand') },
      ]}
      value={role}
      onValue={(next) => onRole(next === 'brand' ? 'brand' : 'creator')}
    />
  )
}
