import { Button, ErrorPanel, Section } from '@reelfair/ui'
import { useNames, useReviews } from '../../components/queries.ts'
import { ReviewList } from '../../components/reviews/review-list.tsx'
import { useText } from '../../messages/index.ts'

/** What waits for a decision, the brand's own or ours. Not there while nothing does. */
export function WaitingReviews() {
  const { t } = useText()
  const reviews = useReviews()
  const open = reviews.items?.filter(({ decision }) => !decision) ?? []
  const nameOf = useNames(open.map(({ campaignId }) => campaignId))
  if (reviews.isPending) return null
  if (reviews.items && open.length === 0) return null
  // Open ones come first: only where the whole page is open may there be more.
  const mayBeMore = reviews.hasNextPage && open.length === reviews.items?.length
  return (
    <Section id="reviews" title={t('reviews-title')} note={t('reviews-note')}>
      {reviews.items ? (
        <ReviewList reviews={open} nameOf={nameOf} />
      ) : (
        <ErrorPanel title={t('reviews-failed')} error={reviews.error} onRetry={reviews.refetch} busy={reviews.isFetching} />
      )}
      {mayBeMore && (
        <Button busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          {t('reviews-more')}
        </Button>
      )}
    </Section>
  )
}
