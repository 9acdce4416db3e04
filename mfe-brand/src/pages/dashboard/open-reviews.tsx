import { LoadError, MoreButton, Section } from '@reelfair/ui'
import { useReviews, useSubjectNames } from '../../components/queries.ts'
import { ReviewList } from '../../components/reviews/review-list.tsx'
import { useText } from '../../messages/index.ts'

export function OpenReviews() {
  const { t } = useText()
  const reviews = useReviews()
  const open = reviews.items?.filter(({ decision }) => !decision) ?? []
  const nameOf = useSubjectNames(open)
  if (reviews.isPending) return null
  if (reviews.items && open.length === 0) return null
  // Open reviews come first, so there can be more of them only if all loaded reviews are open.
  const mayBeMore = open.length === reviews.items?.length
  return (
    <Section id="reviews" title={t('reviews-title')} note={t('reviews-note')}>
      {reviews.items ? <ReviewList reviews={open} nameOf={nameOf} /> : <LoadError title={t('reviews-failed')} query={reviews} />}
      {mayBeMore && <MoreButton pages={reviews}>{t('reviews-more')}</MoreButton>}
    </Section>
  )
}
