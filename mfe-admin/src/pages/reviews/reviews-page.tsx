import type { Review, ReviewVerdict } from '@reelfair/contracts'
import { Button, DensePage, EmptyState, formatCount, LoadError, MoreButton, SkeletonSheet } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { DecidedReviews } from './decided-reviews.tsx'
import { OpenReview } from './open-review.tsx'
import { useReviews } from './queries.ts'

const DecisionDialog = lazy(async () => ({ default: (await import('./decision-dialog.tsx')).DecisionDialog }))

export function ReviewsPage() {
  const { t, locale } = useText()
  usePage(t('reviews-title'))
  const reviews = useReviews()
  const [asking, setAsking] = useState<Asked>()
  const open = reviews.items?.filter(({ decision }) => !decision) ?? []
  const decided = reviews.items?.filter(({ decision }) => decision) ?? []
  const leave = useFocusAfter(open)
  const isWhole = decided.length > 0 || !reviews.hasNextPage
  const views = open.reduce((sum, review) => sum + review.views, 0)
  return (
    <DensePage
      title={t('reviews-title')}
      note={
        open.length > 0 && isWhole ? t('reviews-waiting', { count: open.length, views: formatCount(views, locale) }) : t('reviews-note')
      }
      actions={
        <Button icon={RefreshCw} busy={reviews.isRefetching} onClick={() => void reviews.refetch()}>
          {t('transfers-refresh')}
        </Button>
      }
    >
      <OpenReviews reviews={reviews} open={open} onDecide={setAsking} />
      {reviews.items && isWhole && (
        <section className="admin-part" aria-labelledby="decided-reviews">
          <h2 id="decided-reviews" tabIndex={-1}>
            {t('reviews-decided')}
          </h2>
          <DecidedReviews reviews={decided} />
        </section>
      )}
      <MoreButton className="admin-more" pages={reviews}>
        {t('reviews-more')}
      </MoreButton>
      {asking && (
        <Suspense>
          <DecisionDialog
            {...asking}
            onClose={() => setAsking(undefined)}
            onDecided={(bySomeoneElse) => {
              leave({ id: asking.review.id, to: bySomeoneElse ? 'decided-reviews' : 'open-reviews' })
              void reviews.refetch()
            }}
          />
        </Suspense>
      )}
    </DensePage>
  )
}

interface Asked {
  readonly review: Review
  readonly verdict: ReviewVerdict
}

interface OpenReviewsProps {
  readonly reviews: ReturnType<typeof useReviews>
  readonly open: readonly Review[]
  readonly onDecide: (asked: Asked) => void
}

function OpenReviews({ reviews, open, onDecide }: OpenReviewsProps) {
  const { t } = useText()
  return (
    <section className="admin-part" aria-labelledby="open-reviews" aria-busy={reviews.isPending}>
      <h2 id="open-reviews" tabIndex={-1}>
        {t('reviews-open')}
      </h2>
      {reviews.isPending && <SkeletonSheet />}
      {reviews.isError && !reviews.items && <LoadError title={t('reviews-failed')} query={reviews} />}
      {reviews.items && open.length === 0 && (
        <EmptyState title={t('reviews-none')}>
          <p>{t('reviews-none-text')}</p>
        </EmptyState>
      )}
      <div className="admin-reviews">
        {open.map((review) => (
          <OpenReview key={review.id} review={review} onDecide={(verdict) => onDecide({ review, verdict })} />
        ))}
      </div>
    </section>
  )
}

/** Returns a function that moves focus to a heading after the decided review leaves the list. */
function useFocusAfter(open: readonly Review[]) {
  const [left, leave] = useState<{ id: string; to: string }>()
  const done = useRef<typeof left>(undefined)
  useEffect(() => {
    if (left === undefined || done.current === left || open.some(({ id }) => id === left.id)) return
    // The heading for decided reviews is hidden while more open reviews may follow.
    const head = document.getElementById(left.to) ?? document.getElementById('open-reviews')
    head?.focus()
    done.current = left
  }, [left, open])
  return leave
}
