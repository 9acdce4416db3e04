import type { Review, ReviewVerdict } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, Countdown, formatCount, formatDateTime, ReasonChip, Sheet } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'
import { Evidence } from './evidence.tsx'
import { ExpectedLogo, type Subject } from './expected-logo.tsx'
import { useCampaign, usePartnership } from './queries.ts'
import { Readings } from './readings.tsx'
import { VideoLink } from './video-link.tsx'
import { VideoPicture } from './video-picture.tsx'

interface OpenReviewProps {
  readonly review: Review
  readonly onDecide: (verdict: ReviewVerdict) => void
}

export const OpenReview = (props: OpenReviewProps) =>
  props.review.subject === 'campaign' ? <OfCampaign {...props} /> : <OfPartnership {...props} />

function OfCampaign(props: OpenReviewProps) {
  const { t } = useText()
  const campaign = useCampaign(props.review.subjectId)
  const name = campaign.data?.name ?? ''
  const subject = { query: campaign, text: t('review-campaign', { name }), logoAlt: t('logo-alt-campaign', { name }) }
  return <ReviewCard {...props} subject={subject} />
}

function OfPartnership(props: OpenReviewProps) {
  const { t } = useText()
  const partnership = usePartnership(props.review.subjectId)
  const name = partnership.data?.brandName ?? t('partnerships-brand-unknown')
  const subject = { query: partnership, text: t('review-partnership', { name }), logoAlt: t('logo-alt-partnership', { name }) }
  return <ReviewCard {...props} subject={subject} />
}

function ReviewCard({ review, onDecide, subject }: OpenReviewProps & { subject: Subject }) {
  const { t, locale } = useText()
  const { kind, views, decideBy, byDefault, openedAt } = review
  const at = formatDateTime(decideBy, locale)
  return (
    <Sheet as="article" label={`${t(`review-${kind}`)}, @${review.username}`}>
      <div className="admin-review">
        <div className="admin-review-what">
          <h3>{t(`review-${kind}`)}</h3>
          <p className="admin-review-whose">
            {t('review-whose', { username: review.username, network: NETWORK_NAMES[review.network] })}
            {subject.query.data && <span className="admin-line">{subject.text}</span>}
          </p>
          <p>
            <VideoLink url={review.url}>{t('review-watch')}</VideoLink>
          </p>
        </div>
        <dl className="admin-facts">
          <Fact name={t('review-views')} strong>
            {formatCount(views, locale)}
          </Fact>
          <Fact name={t('review-until')}>
            {at}
            <span className="admin-line">
              <Countdown to={decideBy} wrap={(left) => t('review-left', { left })} over={t('review-over')} />
            </span>
          </Fact>
          <Fact name={t('review-default')}>
            <ReasonChip kind={byDefault === 'counts' ? 'passed' : 'out'} reason={t(`default-${byDefault}`)} />
          </Fact>
          <Fact name={t('review-since')}>{formatDateTime(openedAt, locale)}</Fact>
        </dl>
        <div className="admin-review-why">
          {kind === 'logo' ? (
            <div className="admin-logo">
              <VideoPicture review={review} />
              <ExpectedLogo subject={subject} />
            </div>
          ) : (
            <Evidence review={review} />
          )}
          <Readings review={review} />
        </div>
        <div className="admin-review-answers">
          <Button onClick={() => onDecide('excluded')}>{t('answer-excluded')}</Button>
          <Button onClick={() => onDecide('counts')}>{t('answer-counts')}</Button>
        </div>
      </div>
    </Sheet>
  )
}

function Fact({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={strong ? 'admin-fact-strong' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
