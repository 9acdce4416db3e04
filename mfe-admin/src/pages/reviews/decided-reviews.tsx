import type { Review } from '@reelfair/contracts'
import { type Column, Entry, formatCount, formatDateTime, ReasonChip, Table } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

/** The decided reviews, with who decided, when and why. */
export function DecidedReviews({ reviews }: { reviews: readonly Review[] }) {
  const { t, locale } = useText()
  const columns: Column<Review>[] = [
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
        <Entry
          note={
            <a className="rf-link" href={url} target="_blank" rel="noreferrer">
              {t('review-video', { username })} <span className="rf-hidden">{t('review-new-tab')}</span>
            </a>
          }
        >
          {t(`review-${kind}`)}
        </Entry>
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
  return (
    <Table
      caption={t('reviews-decided-table')}
      dense
      columns={columns}
      rows={reviews}
      rowKey={({ id }) => id}
      empty={t('reviews-decided-none')}
    />
  )
}
