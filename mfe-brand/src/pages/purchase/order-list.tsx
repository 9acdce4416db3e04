import type { CreditOrder } from '@reelfair/contracts'
import { PACKAGE_NAMES } from '@reelfair/rules'
import { type Column, formatCents, formatCount, formatDateTime, LoadError, MoreButton, ReasonChip, Table, TextLink } from '@reelfair/ui'
import { useViewedBrand } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { useOrders } from './queries.ts'

const kinds = { open: 'held', processing: 'held', paid: 'passed', failed: 'out', expired: 'out' } as const

export function OrderList() {
  const { t, locale } = useText()
  const orders = useOrders()
  const isViewed = useViewedBrand() !== undefined
  if (orders.isError && !orders.items) return <LoadError title={t('orders-failed')} query={orders} />
  const columns: Column<CreditOrder>[] = [
    { key: 'date', head: t('column-date'), width: '150px', stack: 'date', cell: ({ createdAt }) => formatDateTime(createdAt, locale) },
    { key: 'package', head: t('orders-package'), stack: 'name', rowHead: true, cell: (order) => PACKAGE_NAMES[order.package] },
    {
      key: 'status',
      head: t('column-state'),
      stack: 'state',
      cell: ({ id, status }) => (
        <ReasonChip
          kind={kinds[status]}
          reason={t(`order-state-${status}`)}
          fix={status === 'open' && !isViewed && <TextLink href={`/brand-dashboard/purchase?order=${id}`}>{t('orders-go-on')}</TextLink>}
        />
      ),
    },
    {
      key: 'credits',
      head: t('column-credits'),
      align: 'end',
      width: '120px',
      stack: 'after',
      cell: ({ credits }) => formatCount(credits, locale),
    },
    {
      key: 'price',
      head: t('orders-price'),
      align: 'end',
      width: '120px',
      weight: 'strong',
      stack: 'amount',
      cell: ({ priceCents }) => formatCents(priceCents, locale),
    },
  ]
  return (
    <>
      <Table
        caption={t('orders-title')}
        columns={columns}
        rows={orders.items ?? []}
        rowKey={({ id }) => id}
        loading={orders.isPending}
        skeletonRows={2}
        empty={t('orders-empty')}
      />
      <MoreButton pages={orders}>{t('campaigns-more')}</MoreButton>
    </>
  )
}
