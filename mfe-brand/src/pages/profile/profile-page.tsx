import { ErrorPanel, Page, Section, SkeletonBlock } from '@reelfair/ui'
import { usePage, useRead } from '@reelfair/web-kit'
import { CompanyForm } from './company-form.tsx'
import { ContactForm } from './contact-form.tsx'
import { Declarations } from './declarations.tsx'
import { LogoForm } from './logo-form.tsx'
import { useText } from './messages/index.ts'

/** The brand's public and legal profile. @source specification §2, §3 */
export function ProfilePage() {
  const { t } = useText()
  usePage(t('title'))
  const brand = useRead('brand', '/identity/brand')
  const company = useRead('brand', '/identity/brand/company')
  const declarations = company.data?.declarations
  return (
    <Page>
      <h1 className="rf-hidden">{t('title')}</h1>
      <Section id="company" title={t('company-title')} note={t('company-note')}>
        {company.isPending && <SkeletonBlock height={640} width={480} />}
        {company.isError && !company.data && (
          <ErrorPanel title={t('company-failed')} error={company.error} onRetry={company.refetch} busy={company.isFetching} />
        )}
        {declarations && <CompanyForm saved={declarations[0]} />}
      </Section>
      {declarations && (
        <Section id="history" title={t('history-title')} note={t('history-note')}>
          <Declarations all={declarations} />
        </Section>
      )}
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
    </Page>
  )
}
