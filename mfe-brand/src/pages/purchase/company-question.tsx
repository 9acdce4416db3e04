import { Button, ButtonLink } from '@reelfair/ui'
import { useLocation, useRead, useSession } from '@reelfair/web-kit'
import { useState } from 'react'
import { useText } from '../../messages/index.ts'

const KEY = 'reelfair.company-later'

/** Several brands may share a browser. */
const keyOf = (brandId: string) => `${KEY}.${brandId}`

function isLater(brandId: string): boolean {
  try {
    return localStorage.getItem(keyOf(brandId)) !== null
  } catch {
    return false
  }
}

/** Asks once for the company details that invoices will need. Buying never waits for the answer. */
export function CompanyQuestion() {
  const session = useSession()
  return session.state === 'present' && <Question key={session.me.id} brandId={session.me.id} />
}

function Question({ brandId }: { brandId: string }) {
  const { t } = useText()
  const { pathname, search } = useLocation()
  const [later, setLater] = useState(() => isLater(brandId))
  const company = useRead('brand', '/identity/brand/company')
  if (later || company.data?.declarations.length !== 0) return null
  const skip = () => {
    setLater(true)
    try {
      localStorage.setItem(keyOf(brandId), '1')
    } catch {
      // Without storage, the question returns on the next visit.
    }
  }
  return (
    <aside className="brand-company" aria-label={t('company-ask')}>
      <p>{t('company-ask')}</p>
      <p className="rf-note">{t('company-ask-note')}</p>
      <div className="brand-company-answers">
        <ButtonLink href={`/brand/profile?redirect=${encodeURIComponent(pathname + search)}`} size="small">
          {t('company-add')}
        </ButtonLink>
        <Button size="small" onClick={skip}>
          {t('company-later')}
        </Button>
      </div>
    </aside>
  )
}
