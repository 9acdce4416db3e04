import { Button, ButtonLink, ErrorText } from '@reelfair/ui'
import { useLocation, useRead, useWrite } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

/** Asks each brand once for the company details that invoices will need. Buying never waits for the answer. */
export function CompanyQuestion() {
  const { t } = useText()
  const { pathname, search } = useLocation()
  const { data: company } = useRead('brand', '/identity/brand/company')
  const skip = useWrite('PUT', '/identity/brand/company/skipped', { changes: ['brand'] })
  if (!company || company.current || company.skippedAt) return null
  return (
    <aside className="brand-company" aria-label={t('company-ask')}>
      <p>{t('company-ask')}</p>
      <p className="rf-note">{t('company-ask-note')}</p>
      <ErrorText error={skip.error} />
      <div className="brand-company-answers">
        <ButtonLink href={`/brand/profile?redirect=${encodeURIComponent(pathname + search)}`} size="small">
          {t('company-add')}
        </ButtonLink>
        <Button size="small" busy={skip.isPending} onClick={() => skip.mutate()}>
          {t('company-later')}
        </Button>
      </div>
    </aside>
  )
}
