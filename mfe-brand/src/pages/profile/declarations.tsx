import type { BrandDeclaration } from '@reelfair/contracts'
import { formatDateTime, LoadError, MoreButton, SkeletonRows, Table } from '@reelfair/ui'
import { usePages } from '@reelfair/web-kit'
import { useText } from './messages/index.ts'

const FIRST = 10

export function Declarations() {
  const { t, locale } = useText()
  const detailsOf = useDetails()
  const pages = usePages('brand', '/identity/brand/declarations', { limit: FIRST })
  if (!pages.items) return pages.error ? <LoadError title={t('history-failed')} query={pages} /> : <SkeletonRows rows={3} height={56} />
  return (
    <>
      <Table
        caption={t('history-title')}
        rows={pages.items}
        rowKey={({ id }) => id}
        empty={t('history-none')}
        columns={[
          {
            key: 'date',
            head: t('history-date'),
            rowHead: true,
            stack: 'name',
            cell: ({ declaredAt }) => formatDateTime(declaredAt, locale, { month: 'long', year: true }),
          },
          {
            key: 'what',
            head: t('history-what'),
            stack: 'fact',
            cell: ({ company, contact }) => t(company ? 'company-title' : contact ? 'contact-title' : 'logo-title'),
          },
          { key: 'details', head: t('history-details'), stack: 'fact', cell: detailsOf },
        ]}
      />
      <MoreButton pages={pages} size="small" className="brand-history-more">
        {t('history-more')}
      </MoreButton>
    </>
  )
}

function useDetails() {
  const { t, locale } = useText()
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return ({ company, contact, logo, by }: BrandDeclaration): string => {
    if (contact) {
      const { brandName, contactFirstName, contactLastName, contactEmail, contactPhone } = contact
      return listed(brandName, `${contactFirstName} ${contactLastName}`, contactEmail, contactPhone)
    }
    if (!company) return t(logo === 'uploaded' ? 'history-logo-uploaded' : `history-logo-removed-${by}`)
    const { legalName, legalForm, registrationNumber, vatNumber, addressLine1, addressLine2, postalCode, city, country } = company
    const form = legalForm === 'Association' || legalForm === 'Autre' ? t(`form-${legalForm}`) : legalForm
    return listed(
      legalName,
      form,
      registrationNumber,
      vatNumber,
      addressLine1,
      addressLine2,
      `${postalCode} ${city}`,
      countries.of(country),
    )
  }
}

const listed = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')
