import type { Review } from '@reelfair/contracts'
import { type Column, Disclosure, formatCount, formatDateTime, formatSignedCount, Table } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

type Reading = Review['readings'][number]

/** Lists the readings that added views to the review. */
export function Readings({ review }: { review: Review }) {
  const { t, locale } = useText()
  // A figure that the network does not provide is unknown, not 0.
  const figure = (count: number | null) => (count === null ? t('figure-unknown') : formatCount(count, locale))
  const columns: Column<Reading>[] = [
    { key: 'readAt', head: t('column-read'), stack: 'name', rowHead: true, cell: ({ readAt }) => formatDateTime(readAt, locale) },
    { key: 'at', head: t('column-as-of'), stack: 'fact', cell: ({ at }) => formatDateTime(at, locale) },
    { key: 'views', head: t('column-views'), align: 'end', stack: 'fact', cell: ({ views }) => figure(views) },
    { key: 'likes', head: t('column-likes'), align: 'end', stack: 'fact', cell: ({ likes }) => figure(likes) },
    { key: 'comments', head: t('column-comments'), align: 'end', stack: 'fact', cell: ({ comments }) => figure(comments) },
    {
      key: 'new',
      head: t('column-new'),
      align: 'end',
      weight: 'strong',
      stack: 'amount',
      cell: ({ newViews }) => formatSignedCount(newViews, locale),
    },
  ]
  return (
    <Disclosure small title={t('readings-title')}>
      <Table
        caption={t('readings-of', { kind: t(`review-${review.kind}`), username: review.username })}
        dense
        columns={columns}
        rows={review.readings}
        rowKey={({ readAt }) => readAt}
      />
    </Disclosure>
  )
}
