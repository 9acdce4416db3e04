import { TERMS, type TermsVersion } from '@reelfair/contracts/terms'
import { businessDayOf, currentTerms, termsApplyFrom } from '@reelfair/rules'
import { formatDate, serverNow, TextLink } from '@reelfair/ui'
import { useParams } from '@reelfair/web-kit'
import { type LegalDocument, LegalText } from '../../components/legal-text/legal-text.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { useText } from './messages/index.ts'
import { useNewestTerms } from './newest-terms.ts'
import { TERMS_1_0 } from './versions/terms-1-0.ts'

/** Every version but the newest, word for word as users accepted them. */
const EARLIER: Readonly<Partial<Record<TermsVersion, Readonly<Record<'en' | 'fr', LegalDocument>>>>> = {
  '1.0': TERMS_1_0,
}

/**
 * The current version, or the published one in the address. The page is public, so that users can read the Terms before
 * they sign up.
 * @source specification §2
 */
export function TermsPage() {
  const { t, locale } = useText()
  const newest = useNewestTerms()
  const { version: requested } = useParams()
  const today = businessDayOf(new Date(serverNow()))
  const current = currentTerms(today)
  const published = TERMS.filter(({ publishedOn }) => publishedOn <= today)
  const terms = requested === undefined ? current : published.find(({ version }) => version === requested)
  if (!terms) return <NotFoundPage />
  const { version, publishedOn } = terms
  const day = (at: string) => formatDate(at, locale, { month: 'long', year: true })
  const isCurrent = version === current.version
  return (
    <LegalText
      title={t('terms-title')}
      contents={t('contents')}
      document={EARLIER[version]?.[locale] ?? newest}
      at={requested === undefined ? '/terms' : `/terms/${version}`}
      note={t(isCurrent ? 'in-force' : 'in-force-earlier', { version, day: day(publishedOn), later: day(termsApplyFrom(terms)) })}
      link={
        isCurrent ? (
          published
            .filter((earlier) => earlier !== current)
            .map((earlier) => (
              <TextLink key={earlier.version} href={`/terms/${earlier.version}`}>
                {t('earlier', { version: earlier.version })}
              </TextLink>
            ))
        ) : (
          <TextLink href="/terms">{t('current')}</TextLink>
        )
      }
    />
  )
}
