import { TextLink, Wide } from '@reelfair/ui'
import { useText } from '../messages/index.ts'

/** For users who have not accepted new Terms. They can still withdraw their money and delete their account. */
export function TermsNotice() {
  const { t } = useText()
  return (
    <aside className="shell-terms-notice" aria-label={t('terms-notice-title')}>
      <Wide>
        <p>{t('terms-notice')}</p>
        <TextLink href="/terms/accept">{t('terms-notice-link')}</TextLink>
      </Wide>
    </aside>
  )
}
