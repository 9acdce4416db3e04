import { EARLIER_TERMS } from '@reelfair/contracts/terms'
import { formatDate, TextLink } from '@reelfair/ui'
import { useParams } from '@reelfair/web-kit'
import { type LegalDocument, LegalText } from '../../components/legal-text/legal-text.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { useText } from './messages/index.ts'
import { TERMS_1_0 } from './versions/terms-1-0.ts'

const DOCUMENTS: Readonly<Record<(typeof EARLIER_TERMS)[number]['version'], Readonly<Record<'en' | 'fr', LegalDocument>>>> = {
  '1.0': TERMS_1_0,
}

/** Shows the Terms word for word as users accepted them. */
export function EarlierTermsPage() {
  const { t, locale } = useText()
  const { version: requested } = useParams()
  const earlier = EARLIER_TERMS.find(({ version }) => version === requested)
  if (!earlier) return <NotFoundPage />
  const { version, inForceSince } = earlier
  return (
    <LegalText
      title={t('terms-title')}
      contents={t('contents')}
      document={DOCUMENTS[version][locale]}
      at={`/terms/${version}`}
      note={t('in-force-earlier', { version, day: formatDate(inForceSince, locale, { month: 'long', year: true }) })}
      link={<TextLink href="/terms">{t('current')}</TextLink>}
    />
  )
}
