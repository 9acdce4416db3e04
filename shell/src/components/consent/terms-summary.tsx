import { businessDayOf, currentTerms } from '@reelfair/rules'
import { Disclosure, serverNow } from '@reelfair/ui'
import type { SignUpRole } from '../auth-page-link.ts'
import { useText } from './messages/index.ts'

export function TermsSummary({ role }: { role: SignUpRole }) {
  const { t } = useText()
  return (
    <Disclosure small title={t('terms-title', { version: currentTerms(businessDayOf(new Date(serverNow()))).version })}>
      <ul>
        <li>{t('terms-who')}</li>
        <li>{t(`terms-views-${role}`)}</li>
        <li>{t(`terms-money-${role}`)}</li>
        <li>{t('terms-kept')}</li>
      </ul>
    </Disclosure>
  )
}
