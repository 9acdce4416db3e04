import { EmptyState, formatDateTime, LoadError, SkeletonRows, TextLink, Tiles } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

export function OpenReviews() {
  const { t, locale } = useText()
  const reviews = useRead('reviews', '/metrics/admin/reviews', { limit: 100 })
  if (reviews.isPending) return <SkeletonRows rows={2} height={36} />
  if (!reviews.data) return <LoadError title={t('overview-reviews-failed')} query={reviews} />
  const { items, next } = reviews.data
  // Open reviews come first, sorted by deadline.
  const open = items.filter(({ decision }) => !decision)
  const [first] = open
  if (!first) {
    return (
      <EmptyState title={t('overview-reviews-none')}>
        <p>{t('overview-reviews-none-text')}</p>
      </EmptyState>
    )
  }
  const isMore = next !== undefined && open.length === items.length
  return (
    <>
      <Tiles
        tiles={[
          {
            label: t(isMore ? 'overview-reviews-more' : 'overview-reviews-waiting'),
            value: open.length,
            note: t('overview-reviews-first', { at: formatDateTime(first.decideBy, locale) }),
          },
        ]}
      />
      <p>
        <TextLink href="/admin/reviews">{t('overview-reviews-go')}</TextLink>
      </p>
    </>
  )
}
