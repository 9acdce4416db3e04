import { EARLIER_TERMS, TERMS_IN_FORCE_SINCE, TERMS_NOTICE_DAYS, TERMS_VERSION } from '@reelfair/contracts/terms'
import { addDays } from '@reelfair/rules'
import { formatDate, TextLink } from '@reelfair/ui'
import { LegalText } from '../../components/legal-text/legal-text.tsx'
import { useCurrentTerms } from './current-terms.ts'
import { useText } from './messages/index.ts'

/** The page is public, so that users can read the Terms before they sign up. @source specification §2 */
export function TermsPage() {
  const { t, locale } = useText()
  const day = (at: string) => formatDate(at, locale, { month: 'long', year: true })
  return (
    <LegalText
      title={t('terms-title')}
      contents={t('contents')}
      document={useCurrentTerms()}
      at="/terms"
      note={t('in-force', {
        version: TERMS_VERSION,
        day: day(TERMS_IN_FORCE_SINCE),
        later: day(addDays(TERMS_IN_FORCE_SINCE, TERMS_NOTICE_DAYS)),
      })}
      link={EARLIER_TERMS.map(({ version }) => (
        <TextLink key={version} href={`/terms/${version}`}>
          {t('earlier', { version })}
        </TextLink>
      ))}
    />
  )
}
