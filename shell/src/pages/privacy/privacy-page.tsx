import { formatDate, TextLink } from '@reelfair/ui'
import { LegalText } from '../../components/legal-text/legal-text.tsx'
import { useText } from './messages/index.ts'
import { UPDATED_ON, usePolicy } from './policy.ts'

/** The page is public, so that users can read it before they sign up. @source specification §2 */
export function PrivacyPage() {
  const { t, locale } = useText()
  return (
    <LegalText
      title={t('title')}
      contents={t('contents')}
      document={usePolicy()}
      at="/privacy"
      note={t('note', { day: formatDate(UPDATED_ON, locale, { month: 'long', year: true }) })}
      link={<TextLink href="/terms">{t('terms')}</TextLink>}
    />
  )
}
