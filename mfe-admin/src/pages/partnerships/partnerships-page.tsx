import type { Network, PartnershipStatus } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, DensePage, formatCount, LoadError, MoreButton, Select, Table } from '@reelfair/ui'
import { usePage, usePages } from '@reelfair/web-kit'
import { useAddressFilters } from '../../components/address-filters.ts'
import { SearchField } from '../../components/search-field.tsx'
import { useText } from '../../messages/index.ts'
import { useColumns } from './columns.tsx'

const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const satisfies readonly Network[]
const STATUSES = [
  'planned',
  'active',
  'completed',
  'completed_at_75',
  'completed_at_50',
  'completed_at_25',
  'failed',
] as const satisfies readonly PartnershipStatus[]

export function PartnershipsPage() {
  const { t, locale } = useText()
  usePage(t('partnerships-title'))
  const { filterOf, set } = useAddressFilters()
  const status = STATUSES.find((one) => one === filterOf('status'))
  const network = NETWORKS.find((one) => one === filterOf('network'))
  const [brandId, username] = [filterOf('brand'), filterOf('creator')]
  const isFiltered = [status, network, brandId, username].some((filter) => filter !== undefined)
  const partnerships = usePages(
    'partnerships',
    '/partnerships/admin/partnerships',
    { limit: 50, status, network, brandId, username },
    { isFinal: ({ payements, settledAt }) => settledAt !== undefined && payements !== 'pending' },
  )
  const matching = partnerships.data?.pages[0]?.matching
  const columns = useColumns()
  return (
    <DensePage
      title={t('partnerships-title')}
      note={matching ? t('partnerships-count', { count: matching, figure: formatCount(matching, locale) }) : t('partnerships-note')}
      actions={brandId && <Button onClick={() => set('brand', '')}>{t('partnerships-all-brands')}</Button>}
      filters={
        <>
          <Select
            label={t('partnerships-status')}
            placeholder={t('partnerships-any-status')}
            options={STATUSES.map((value) => ({ value, label: t(`partnership-status-${value}`) }))}
            value={status ?? ''}
            onChange={({ currentTarget }) => set('status', currentTarget.value)}
          />
          <Select
            label={t('partnerships-network')}
            placeholder={t('partnerships-any-network')}
            options={NETWORKS.map((value) => ({ value, label: NETWORK_NAMES[value] }))}
            value={network ?? ''}
            onChange={({ currentTarget }) => set('network', currentTarget.value)}
          />
          <SearchField
            label={t('partnerships-creator-filter')}
            initial={username}
            maxLength={200}
            onSearch={(text) => set('creator', text)}
          />
        </>
      }
    >
      {partnerships.isError && !partnerships.items ? (
        <LoadError title={t('partnerships-failed')} query={partnerships} />
      ) : (
        <Table
          caption={t('partnerships-title')}
          dense
          columns={columns}
          rows={partnerships.items ?? []}
          rowKey={({ id }) => id}
          loading={partnerships.isPending}
          empty={t(isFiltered ? 'partnerships-empty-filter' : 'partnerships-empty')}
        />
      )}
      <MoreButton pages={partnerships}>{t('partnerships-more')}</MoreButton>
    </DensePage>
  )
}
