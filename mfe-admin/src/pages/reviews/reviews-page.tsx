import type { Review, ReviewVerdict } from '@reelfair/contracts'
import { Button, DensePage, EmptyState, ErrorPanel, formatCount, SkeletonSheet } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { DecidedReviews } from './decided-reviews.tsx'
import { OpenReview } from './open-review.tsx'
import { useReviews } from './queries.ts'

const DecisionDialog = lazy(async () => ({ default: (await import('./decision-dialog.tsx')).DecisionDialog }))

/** Views that wait for a person, with what speaks for and against them; and what was decided. */
export function ReviewsPage() {
  const { t, locale } = useText()
  usePage(t('reviews-title'))
  const reviews = useReviews()
  const [asking, setAsking] = useState<{ review: Review; verdict: ReviewVerdict }>()
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
      <section className="admin-part" aria-labelledby="open-reviews" aria-busy={reviews.isPending}>
        <h2 id="open-reviews" tabIndex={-1}>
          {t('reviews-open')}
        </h2>
        {reviews.isPending && <SkeletonSheet />}
        {reviews.isError && !reviews.items && (
          <ErrorPanel title={t('reviews-failed')} error={reviews.error} onRetry={reviews.refetch} busy={reviews.isFetching} />
        )}
        {reviews.items && open.length === 0 && (
          <EmptyState title={t('reviews-none')}>
            <p>{t('reviews-none-text')}</p>
          </EmptyState>
        )}
        <div className="admin-reviews">
          {open.map((review) => (
            <OpenReview key={review.id} review={review} onDecide={(verdict) => setAsking({ review, verdict })} />
          ))}
        </div>
      </section>
      {reviews.items && isWhole && (
        <section className="admin-part" aria-labelledby="decided-reviews">
          <h2 id="decided-reviews" tabIndex={-1}>
            {t('reviews-decided')}
          </h2>
          <DecidedReviews reviews={decided} />
        </section>
      )}
      {reviews.hasNextPage && (
        <Button className="admin-more" busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          {t('reviews-more')}
        </Button>
      )}
      {asking && (
        <Suspense>
          <DecisionDialog
            {...asking}
            onClose={() => setAsking(undefined)}
            onGone={(bySomebodyElse) => {
              leave({ id: asking.review.id, to: bySomebodyElse ? 'decided-reviews' : 'open-reviews' })
              void reviews.refetch()
            }}
          />
        </Suspense>
      )}
    </DensePage>
  )
}

/** A review that is decided leaves the list, and the button that had the focus with it: the focus goes to a head, by its id. */
function useFocusAfter(open: readonly Review[]) {
  const [left, leave] = useState<{ id: string; to: string }>()
  useEffect(() => {
    if (left === undefined || open.some(({ id }) => id === left.id)) return
    // What was decided may stand on a page that is not shown yet.
    const head = document.getElementById(left.to) ?? document.getElementById('open-reviews')
    head?.focus()
    leave(undefined)
  }, [left, open])
  return leave
}
