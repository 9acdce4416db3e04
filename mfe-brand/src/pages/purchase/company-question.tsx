import { Button, ButtonLink } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import { useState } from 'react'
import { useText } from '../../messages/index.ts'

const KEY = 'reelfair.company-later'

function isLater(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Asks once for the company details that invoices will need. Buying never waits for the answer. */
export function CompanyQuestion() {
  const { t } = useText()
  const [later, setLater] = useState(isLater)
  const company = useRead('brand', '/identity/brand/company')
  if (later || company.data?.declarations.length !== 0) return null
  const skip = () => {
    setLater(true)
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // Without storage, the question returns on the next visit.
    }
  }
  return (
    <aside className="brand-company" aria-label={t('company-ask')}>
      <p>{t('company-ask')}</p>
      <p className="rf-note">{t('company-ask-note')}</p>
      <div className="brand-company-answers">
        <ButtonLink href="/brand/profile" size="small">
          {t('company-add')}
        </ButtonLink>
        <Button size="small" onClick={skip}>
          {t('company-later')}
        </Button>
      </div>
    </aside>
  )
}
