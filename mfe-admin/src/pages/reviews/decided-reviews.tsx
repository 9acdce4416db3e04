import type { Review } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { type Column, Entry, formatCount, formatDateTime, ReasonChip, Table } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { VideoLink } from './video-link.tsx'

export function DecidedReviews({ reviews }: { reviews: readonly Review[] }) {
  const { t } = useText()
  return (
    <Table
      caption={t('reviews-decided-table')}
      dense
      columns={useColumns()}
      rows={reviews}
      rowKey={({ id }) => id}
      empty={t('reviews-decided-none')}
    />
  )
}

function useColumns(): Column<Review>[] {
  const { t, locale } = useText()
  return [
    {
      key: 'at',
      head: t('column-decided'),
      width: '140px',
      stack: 'date',
      cell: ({ decision }) => decision && formatDateTime(decision.at, locale),
    },
    {
      key: 'what',
      head: t('column-what'),
      width: '260px',
      stack: 'name',
      rowHead: true,
      cell: ({ kind, username, url }) => (
        <Entry note={<VideoLink url={url}>{t('review-video', { username: handleOf(username) })}</VideoLink>}>{t(`review-${kind}`)}</Entry>
      ),
    },
    {
      key: 'verdict',
      head: t('column-verdict'),
      stack: 'state',
      cell: ({ decision }) =>
        decision && (
          <div className="admin-state admin-verdict">
            <ReasonChip
              kind={decision.verdict === 'counts' ? 'passed' : 'out'}
              reason={decision.reason ? t(`refusal-${decision.reason}`) : t(`verdict-${decision.verdict}`)}
              fix={decision.why}
            />
          </div>
        ),
    },
    {
      key: 'by',
      head: t('column-by'),
      width: '160px',
      stack: 'fact',
      cell: ({ decision }) => decision && t(`decider-${decision.by}`),
    },
    {
      key: 'views',
      head: t('column-views'),
      align: 'end',
      weight: 'strong',
      width: '120px',
      stack: 'amount',
      cell: ({ views }) => formatCount(views, locale),
    },
  ]
}
