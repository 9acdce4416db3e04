import { ErrorPanel, Page, Section, SkeletonBlock, TextLink } from '@reelfair/ui'
import { safeRedirect, useNavigate, usePage, useRead, useSearchParams } from '@reelfair/web-kit'
import { CompanyForm } from './company-form.tsx'
import { ContactForm } from './contact-form.tsx'
import { Declarations } from './declarations.tsx'
import { LogoForm } from './logo-form.tsx'
import { useText } from './messages/index.ts'

/**
 * The brand's public and legal profile. `?redirect=` is the page that asked for the company details.
 * @source specification §2, §3
 */
export function ProfilePage() {
  const { t } = useText()
  usePage(t('title'))
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const redirect = safeRedirect(search.get('redirect'))
  const brand = useRead('brand', '/identity/brand')
  const company = useRead('brand', '/identity/brand/company')
  return (
    <Page>
      <h1 className="rf-hidden">{t('title')}</h1>
      <Section
        id="company"
        title={t('company-title')}
        note={t('company-note')}
        link={redirect && <TextLink href={redirect}>{t('company-back')}</TextLink>}
      >
        {company.isPending && <SkeletonBlock height={640} width={480} />}
        {company.isError && !company.data && (
          <ErrorPanel title={t('company-failed')} error={company.error} onRetry={company.refetch} busy={company.isFetching} />
        )}
        {company.data && <CompanyForm saved={company.data.current} onSaved={() => redirect && navigate(redirect)} />}
      </Section>
      {(brand.isPending || brand.data) && (
        <Section id="logo" title={t('logo-title')} note={t('logo-note')}>
          {brand.data ? <LogoForm brand={brand.data} /> : <SkeletonBlock height={220} width={480} />}
        </Section>
      )}
      <Section id="contact" title={t('contact-title')} note={t('contact-note')}>
        {brand.isPending && <SkeletonBlock height={520} width={480} />}
        {brand.isError && !brand.data && (
          <ErrorPanel title={t('form-failed')} error={brand.error} onRetry={brand.refetch} busy={brand.isFetching} />
        )}
        {brand.data && <ContactForm saved={brand.data} />}
      </Section>
      <Section id="history" title={t('history-title')} note={t('history-note')}>
        <Declarations />
      </Section>
    </Page>
  )
}
