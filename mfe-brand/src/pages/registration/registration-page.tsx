import { ErrorPanel, Page, Section, SkeletonBlock } from '@reelfair/ui'
import { Redirect, safeRedirect, usePage, useRead, useSearchParams, useSession } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { RegistrationForm } from './registration-form.tsx'

export function RegistrationPage() {
  const { t } = useText()
  usePage(t('form-title'))
  const [search] = useSearchParams()
  const next = safeRedirect(search.get('redirect')) ?? '/brand-dashboard'
  const brand = useRead('brand', '/identity/brand')
  const session = useSession()
  // Other pages check the session, so redirecting before the session is updated would cause a loop.
  if (session.state === 'present' && session.me.complete) return <Redirect to={next} />
  return (
    <Page>
      <Section title={t('form-title')} level={1} note={t('form-note')}>
        {(brand.isPending || brand.data?.complete) && <SkeletonBlock height={520} width={480} />}
        {brand.isError && !brand.data && (
          <ErrorPanel title={t('form-failed')} error={brand.error} onRetry={brand.refetch} busy={brand.isFetching} />
        )}
        {brand.data?.complete === false && <RegistrationForm saved={brand.data} />}
      </Section>
    </Page>
  )
}
