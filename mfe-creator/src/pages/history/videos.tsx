import type { ExclusionReason, LogoState, MeasuredVideo, Review, SignUp } from '@reelfair/contracts'
import { exclusionLabel, exclusionTable, fixTable, losesAllViews, restoreTable } from '@reelfair/contracts/reasons'
import {
  EmptyState,
  Frame,
  formatCount,
  formatDate,
  formatDateTime,
  Key,
  LoadError,
  MoreButton,
  ReasonChip,
  SkeletonRows,
  TextLink,
} from '@reelfair/ui'
import { logoUrl } from '../../components/campaign-logo.ts'
import { useText } from './messages/index.ts'
import { type MeasureTopic, useReviews, useVideos } from './queries.ts'

/** A sign-up or partnership. */
type Published = Pick<SignUp, 'id' | 'state' | 'code' | 'logo'>

/** @param topic the live topic that reports changes */
export function Videos({ of: published, topic }: { of: Published; topic: MeasureTopic }) {
  const { t } = useText()
  const videos = useVideos(published.id, topic)
  const reviews = useReviews(published.id, topic)
  if (videos.isPending) return <SkeletonRows rows={2} height={140} />
  if (!videos.items) return <LoadError title={t('videos-failed')} query={videos} />
  if (videos.items.length === 0) {
    return (
      <EmptyState title={t('videos-empty')}>
        <p>{t(published.state === 'active' ? 'videos-empty-text' : 'videos-empty-over', { code: published.code })}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="creator-videos">
        {videos.items.map((video) => (
          <Video
            key={video.id}
            video={video}
            published={published}
            reviews={(reviews.items ?? []).filter((one) => one.videoId === video.videoId)}
          />
        ))}
      </ul>
      {videos.hasNextPage && (
        <p className="creator-more">
          <MoreButton pages={videos}>{t('history-older')}</MoreButton>
        </p>
      )}
    </>
  )
}

const BADGES: Readonly<Record<LogoState, { kind: 'passed' | 'out' | 'held'; frame: 'found' | 'absent' | 'held' }>> = {
  verified: { kind: 'passed', frame: 'found' },
  not_verified: { kind: 'out', frame: 'absent' },
  unknown: { kind: 'held', frame: 'held' },
}

interface VideoProps {
  readonly video: MeasuredVideo
  readonly published: Published
  readonly reviews: readonly Review[]
}

const isRunning = ({ state }: Published) => state === 'active' || state === 'closed'

function Video({ video, published, reviews }: VideoProps) {
  const { t, locale } = useText()
  const { url, caption, publishedAt, seenAt, countsUntil, isOver, views, qualified, inReview, excluded, logo } = video
  const badge = BADGES[logo]
  const entries = [
    { texture: 'qualified', word: t('history-qualified'), views: qualified },
    { texture: 'inReview', word: t('history-in-review'), views: inReview },
    { texture: 'excluded', word: t('history-excluded'), views: excluded.reduce((sum, one) => sum + one.views, 0) },
  ] as const
  return (
    <li className="creator-video-row">
      {logo === 'verified' ? (
        <Frame size="card" banner={logoUrl(published.logo)} bannerKind={published.logo.kind} alt={t('video-alt')} />
      ) : (
        <Frame size="card" logo={badge.frame} />
      )}
      <div className="creator-video-text">
        <p className="creator-video-caption">{caption || t('video-no-caption')}</p>
        <p className="rf-note">
          {t('video-published', { at: formatDate(publishedAt, locale) })}{' '}
          {seenAt ? t('video-read', { at: formatDateTime(seenAt, locale) }) : t('video-unread')}{' '}
          {isOver ? t('video-over') : isRunning(published) && t('video-until', { at: formatDateTime(countsUntil, locale) })}{' '}
          <TextLink href={url} target="_blank" rel="noreferrer">
            {t('video-open')}
          </TextLink>
        </p>
        {seenAt && (
          <>
            <p className="creator-video-views">{t('video-views', { count: views, views: formatCount(views, locale) })}</p>
            <Key entries={entries} />
            <ReasonChip kind={badge.kind} reason={t(`video-logo-${logo}`)} />
          </>
        )}
        <OpenReviews reviews={reviews} />
        <Exclusions video={video} published={published} reviews={reviews} />
      </div>
    </li>
  )
}

function OpenReviews({ reviews }: { reviews: readonly Review[] }) {
  const { t, locale } = useText()
  return reviews
    .filter(({ decision }) => !decision)
    .map(({ id, kind, views, byDefault, decideBy }) => (
      <ReasonChip
        key={id}
        kind="held"
        reason={t(`video-review-${kind}`)}
        views={views}
        fix={t(`video-review-${byDefault}`, { at: formatDateTime(decideBy, locale) })}
      />
    ))
}

/** Lists excluded views first, then faults that have not cost any views yet. */
function Exclusions({ video: { isOver, qualified, inReview, excluded, faults }, published, reviews }: VideoProps) {
  const { t, locale } = useText()
  const mayCount = isRunning(published) && !isOver
  const isAtRisk = (isRunning(published) || published.state === 'ended') && qualified + inReview > 0
  // Fixes that save counted views take priority. Other fixes help only while new views can still count.
  const fixOf = (reason: ExclusionReason) => {
    if (isAtRisk && losesAllViews(reason)) return restoreTable[reason][locale]
    return mayCount ? fixTable[exclusionTable[reason].fix][locale] : undefined
  }
  const whyOf = (reason: ExclusionReason) =>
    reviews.find(
      ({ kind, decision }) =>
        decision?.verdict === 'excluded' && (kind === 'growth' ? 'not_human' : (decision.reason ?? 'logo_absent')) === reason,
    )?.decision?.why
  const afterOf = (reason: ExclusionReason) => {
    const isFixed = exclusionTable[reason].fix !== 'contact_support' && faults.every((fault) => fault.reason !== reason)
    return isFixed ? mayCount && t('video-fixed') : [whyOf(reason), fixOf(reason)].filter(Boolean).join(' ')
  }
  return (
    <>
      {excluded.map(({ reason, views }) => (
        <ReasonChip key={reason} kind="out" reason={exclusionLabel(reason, locale)} views={views} fix={afterOf(reason)} />
      ))}
      {faults
        .filter(({ reason }) => !excluded.some((one) => one.reason === reason))
        .map(({ reason }) => (
          <ReasonChip key={reason} kind="out" reason={exclusionLabel(reason, locale)} fix={fixOf(reason)} />
        ))}
    </>
  )
}
