import type { ApiRoutes, OutputOf } from '@reelfair/contracts'
import { brandLogoUrl } from '@reelfair/contracts/address'
import { Avatar, type Column, DensePage, formatDate, LoadError, MoreButton, Table, TextLink } from '@reelfair/ui'
import { usePage, usePages, useSearchParams } from '@reelfair/web-kit'
import { SearchField } from '../../components/search-field.tsx'
import { useText } from '../../messages/index.ts'

type BrandEntry = OutputOf<ApiRoutes['GET /identity/admin/brands']>['items'][number]

export function BrandsPage() {
  const { t } = useText()
  usePage(t('brands-title'))
  const [params, setParams] = useSearchParams()
  const name = params.get('name')?.trim() || undefined
  const find = (text: string) => setParams(text === '' ? {} : { name: text }, { replace: true })
  const brands = usePages('brand', '/identity/admin/brands', { limit: 50, name })
  const columns = useColumns()
  return (
    <DensePage
      title={t('brands-title')}
      note={t('brands-note')}
      filters={<SearchField label={t('brands-name')} initial={name} maxLength={120} onSearch={find} />}
    >
      {brands.isError && !brands.items ? (
        <LoadError title={t('brands-failed')} query={brands} />
      ) : (
        <Table
          caption={t('brands-title')}
          dense
          columns={columns}
          rows={brands.items ?? []}
          rowKey={({ id }) => id}
          loading={brands.isPending}
          empty={t(name ? 'brands-empty-filter' : 'brands-empty')}
        />
      )}
      <MoreButton pages={brands}>{t('brands-more')}</MoreButton>
    </DensePage>
  )
}

function useColumns(): Column<BrandEntry>[] {
  const { t, locale } = useText()
  return [
    {
      key: 'name',
      head: t('brands-brand'),
      stack: 'name',
      rowHead: true,
      cell: ({ id, brandName, logoId }) => (
        <span className="admin-brand">
          <Avatar name={brandName} solid small picture={logoId && brandLogoUrl(logoId)} />
          <TextLink href={`/admin/brands/${id}`}>
            <bdi>{brandName}</bdi>
          </TextLink>
        </span>
      ),
    },
    {
      key: 'partnerships',
      head: t('partnerships-title'),
      width: '170px',
      stack: 'state',
      cell: ({ id }) => <TextLink href={`/admin/partnerships?brand=${id}`}>{t('brands-partnerships')}</TextLink>,
    },
    { key: 'contact', head: t('brands-contact'), stack: 'fact', cell: ({ contactEmail }) => contactEmail },
    {
      key: 'since',
      head: t('brands-since'),
      width: '150px',
      stack: 'date',
      cell: ({ registeredAt }) => formatDate(registeredAt, locale, { year: true }),
    },
  ]
}
