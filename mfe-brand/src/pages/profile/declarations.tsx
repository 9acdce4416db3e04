import type { Company } from '@reelfair/contracts'
import { formatDateTime, Table } from '@reelfair/ui'
import { useText } from './messages/index.ts'

type Declaration = Company['declarations'][number]

export function Declarations({ all }: { all: readonly Declaration[] }) {
  const { t, locale } = useText()
  if (all.length === 0) return <p>{t('history-none')}</p>
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const addressOf = ({ addressLine1, addressLine2, postalCode, city, country }: Declaration) =>
    [addressLine1, addressLine2, `${postalCode} ${city}`, countries.of(country)].filter(Boolean).join(', ')
  return (
    <Table
      caption={t('history-title')}
      rows={[...all]}
      rowKey={({ declaredAt }) => declaredAt}
      columns={[
        {
          key: 'date',
          head: t('history-date'),
          rowHead: true,
          stack: 'name',
          cell: ({ declaredAt }) => formatDateTime(declaredAt, locale, { month: 'long', year: true }),
        },
        {
          key: 'company',
          head: t('history-company'),
          stack: 'fact',
          cell: ({ legalName, legalForm }) =>
            `${legalName}, ${legalForm === 'Association' || legalForm === 'Autre' ? t(`form-${legalForm}`) : legalForm}`,
        },
        {
          key: 'numbers',
          head: t('history-numbers'),
          stack: 'fact',
          cell: ({ registrationNumber, vatNumber }) => [registrationNumber, vatNumber].filter(Boolean).join(', ') || '–',
        },
        { key: 'address', head: t('history-address'), stack: 'fact', cell: addressOf },
      ]}
    />
  )
}
