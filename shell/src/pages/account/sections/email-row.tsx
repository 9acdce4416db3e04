import type { Me } from '@reelfair/contracts'
import { AccountRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

export function EmailRow({ me }: { me: Me }) {
  const { t } = useText()
  return <AccountRow label={t('email')} value={<bdi>{me.email}</bdi>} state={{ text: t('email-confirmed') }} />
}
