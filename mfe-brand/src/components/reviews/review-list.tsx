import type { Review } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { formatCount, formatDateTime, ReasonChip, TextLink } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { VideoLink } from '../creators/video-link.tsx'
import { ApproveLogo } from './approve-logo.tsx'

interface ReviewListProps {
  readonly reviews: readonly Review[]
  /** Names the campaign or partnership. */
  readonly nameOf: (review: Review) => string | undefined
}

export function ReviewList({ reviews, nameOf }: ReviewListProps) {
  return (
    <ul className="brand-reviews">
      {reviews.map((review) => (
        <li key={review.id}>
          <ReviewEntry review={review} subjectName={nameOf(review)} />
        </li>
      ))}
    </ul>
  )
}

function ReviewEntry({ review, subjectName }: { review: Review; subjectName: string | undefined }) {
  const { t, locale } = useText()
  const { kind, subject, subjectId, username, url, network, decision } = review
  const at = (moment: string) => formatDateTime(moment, locale, { weekday: 'short' })
  return (
    <>
      <p className="brand-review-whose">
        <strong>
          <bdi>{handleOf(username)}</bdi>
        </strong>
        {subject === 'partnership' ? (
          <TextLink href={`/partnerships/${subjectId}`}>{subjectName}</TextLink>
        ) : (
          subjectName && <bdi>{subjectName}</bdi>
        )}
        <VideoLink url={url}>{t('logo-open-video', { network: NETWORK_NAMES[network] })}</VideoLink>
      </p>
      {decision ? (
        <ReasonChip
          kind={decision.verdict === 'counts' ? 'passed' : 'out'}
          reason={t(`review-${kind}-${decision.verdict}`)}
          views={review.views}
          fix={
            <>
              {t(`review-by-${decision.by}`, { at: at(decision.at) })} <q>{decision.why}</q>
            </>
          }
        />
      ) : (
        <ReasonChip
          kind="held"
          reason={t(`review-${kind}`)}
          views={review.views}
          fix={t(`review-${kind}-fix`, { at: at(review.decideBy), views: formatCount(review.views, locale) })}
        />
      )}
      {!decision && kind === 'logo' && <ApproveLogo review={review} subjectName={subjectName} username={username} size="small" />}
    </>
  )
}
