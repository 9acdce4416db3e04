import type { Role } from '@reelfair/contracts'
import { TextLink, Wide } from '@reelfair/ui'
import { useLocation } from '@reelfair/web-kit'
import { useText } from '../messages/index.ts'

/**
 * For users who have not accepted new Terms. They can still withdraw their money and delete their account. After
 * accepting, they return to the page they were on.
 */
export function TermsNotice({ role }: { role: Role }) {
  const { t } = useText()
  const { pathname, search, hash } = useLocation()
  return (
    <aside className="shell-terms-notice" aria-label={t('terms-notice-title')}>
      <Wide>
        <p>{t(role === 'brand' ? 'terms-notice-brand' : 'terms-notice-creator')}</p>
        <TextLink href={`/terms/accept?redirect=${encodeURIComponent(pathname + search + hash)}`}>{t('terms-notice-link')}</TextLink>
      </Wide>
    </aside>
  )
}
