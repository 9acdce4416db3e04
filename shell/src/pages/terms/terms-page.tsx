import { TERMS, type TermsVersion } from '@reelfair/contracts/terms'
import { addDays, businessDayOf, currentTerms, termsApplyFrom, termsPlace } from '@reelfair/rules'
import { formatDate, serverNow, TextLink } from '@reelfair/ui'
import { useParams } from '@reelfair/web-kit'
import { type LegalDocument, LegalText } from '../../components/legal-text/legal-text.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { useText } from './messages/index.ts'
import { NewestTerms } from './newest-terms.tsx'
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
  const { version: requested } = useParams()
  const today = businessDayOf(new Date(serverNow()))
  const current = currentTerms(today)
  const published = TERMS.filter(({ publishedOn }) => publishedOn <= today)
  const terms = requested === undefined ? current : published.find(({ version }) => version === requested)
  if (!terms) return <NotFoundPage />
  const { version, publishedOn } = terms
  const day = (at: string) => formatDate(at, locale, { month: 'long', year: true })
  const isCurrent = version === current.version
  const next = published[termsPlace(version) + 1]
  const note = () => {
    if (!next) return t('in-force', { version, day: day(publishedOn), later: day(termsApplyFrom(terms)) })
    if (termsApplyFrom(next) <= today) return t('in-force-earlier', { version, day: day(publishedOn) })
    return t('in-force-until', { version, day: day(publishedOn), next: next.version, until: day(addDays(termsApplyFrom(next), -1)) })
  }
  const page = {
    title: t('terms-title'),
    contents: t('contents'),
    at: requested === undefined ? '/terms' : `/terms/${version}`,
    note: note(),
    link: isCurrent ? <EarlierVersions of={published} /> : <TextLink href="/terms">{t('current')}</TextLink>,
  }
  const document = EARLIER[version]?.[locale]
  return document ? <LegalText document={document} {...page} /> : <NewestTerms {...page} />
}

/** The last one is the current version. */
function EarlierVersions({ of }: { of: readonly { version: string }[] }) {
  const { t } = useText()
  return of.slice(0, -1).map(({ version }) => (
    <TextLink key={version} href={`/terms/${version}`}>
      {t('earlier', { version })}
    </TextLink>
  ))
}
