import type { Review, ReviewVerdict } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, Countdown, formatCount, formatDateTime, ReasonChip, Sheet } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'
import { Evidence } from './evidence.tsx'
import { ExpectedLogo } from './expected-logo.tsx'
import { useCampaign } from './queries.ts'
import { Readings } from './readings.tsx'
import { VideoLink } from './video-link.tsx'
import { VideoPicture } from './video-picture.tsx'

export function OpenReview({ review, onDecide }: { review: Review; onDecide: (verdict: ReviewVerdict) => void }) {
  const { t, locale } = useText()
  const campaign = useCampaign(review.campaignId)
  const { kind, views, decideBy, byDefault, openedAt } = review
  const at = formatDateTime(decideBy, locale)
  return (
    <Sheet as="article" label={`${t(`review-${kind}`)}, @${review.username}`}>
      <div className="admin-review">
        <div className="admin-review-what">
          <h3>{t(`review-${kind}`)}</h3>
          <p className="admin-review-whose">
            {t('review-whose', { username: review.username, network: NETWORK_NAMES[review.network] })}
            {campaign.data && <span className="admin-line">{t('review-campaign', { name: campaign.data.name })}</span>}
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
              <ExpectedLogo campaign={campaign} />
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
