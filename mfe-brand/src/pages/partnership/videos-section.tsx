import type { MeasuredVideo, Partnership, Review } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { EmptyState, Frame, formatCount, formatDateTime, LoadError, MoreButton, Section, Sheet, SkeletonSheet } from '@reelfair/ui'
import { VideoLink } from '../../components/creators/video-link.tsx'
import { LogoStatus, logos, Reasons } from '../../components/creators/video-table.tsx'
import { campaignPhaseOf, type PartnershipPhase } from '../../components/partnership/phase.ts'
import { useReviewsOf } from '../../components/queries.ts'
import { useText } from './messages/index.ts'
import { usePartnershipVideos } from './queries.ts'

interface VideosProps {
  readonly partnership: Partnership
  readonly phase: PartnershipPhase
}

export function VideosSection({ partnership, phase }: VideosProps) {
  const { t } = useText()
  const videos = usePartnershipVideos(partnership.id)
  const reviews = useReviewsOf(partnership.id, 'partnerships').items ?? []
  const isOver = phase === 'ended' || phase === 'settled'
  const number = videos.items && !videos.hasNextPage && videos.items.length
  return (
    <Section title={t('videos-title')} note={number ? t('videos-count', { count: number }) : t('videos-note')}>
      {videos.items ? (
        <>
          {videos.items.length === 0 && (
            <EmptyState title={t(isOver ? 'videos-none' : 'videos-empty')} inside={<Frame logo="absent" />}>
              <p>{t(isOver ? 'videos-none-text' : 'videos-empty-text')}</p>
            </EmptyState>
          )}
          <div className="brand-partnership-videos">
            {videos.items.map((video) => (
              <VideoCard key={video.id} video={video} reviews={reviews} partnership={partnership} phase={phase} />
            ))}
          </div>
          <MoreButton pages={videos}>{t('videos-more')}</MoreButton>
        </>
      ) : videos.isPending ? (
        <SkeletonSheet />
      ) : (
        <LoadError title={t('videos-failed')} query={videos} />
      )}
    </Section>
  )
}

interface VideoCardProps extends VideosProps {
  readonly video: MeasuredVideo
  readonly reviews: readonly Review[]
}

function VideoCard({ video, reviews, partnership, phase }: VideoCardProps) {
  const { t, locale } = useText()
  const open = reviews.filter(({ videoId, decision }) => videoId === video.videoId && !decision)
  const title = video.title || t('video-untitled')
  const { mediaId, kind } = partnership.logo
  return (
    <Sheet as="article" label={title}>
      <div className="brand-partnership-video">
        {video.logo === 'verified' ? (
          <Frame size="card" banner={fileUrl('/campaigns/media/:mediaId', { mediaId })} bannerKind={kind} alt="" />
        ) : (
          <Frame size="card" logo={logos[video.logo]} alt="" />
        )}
        <div>
          <h3>
            <VideoLink url={video.url}>{title}</VideoLink>
          </h3>
          <p className="rf-note">
            {t('video-posted', { network: NETWORK_NAMES[video.network], at: formatDateTime(video.publishedAt, locale) })}
          </p>
          <VideoFigures video={video} />
          <LogoStatus
            video={video}
            subjectName={t('partnership')}
            username={partnership.username}
            review={open.find((one) => one.kind === 'logo')}
          />
          <Reasons video={video} phase={campaignPhaseOf(phase)} reviews={open} />
        </div>
      </div>
    </Sheet>
  )
}

function VideoFigures({ video: { views, qualified, inReview, excluded } }: { video: MeasuredVideo }) {
  const { t, locale } = useText()
  const count = (figure: number) => formatCount(figure, locale)
  const refused = excluded.reduce((sum, one) => sum + one.views, 0)
  return (
    <dl className="brand-partnership-figures">
      <div>
        <dt>{t('video-seen')}</dt>
        <dd>{count(views)}</dd>
      </div>
      <div data-figure="excluded">
        <dt>{t('figure-excluded')}</dt>
        <dd>{count(-refused)}</dd>
      </div>
      {inReview > 0 && (
        <div data-figure="review">
          <dt>{t('figure-review')}</dt>
          <dd>{count(-inReview)}</dd>
        </div>
      )}
      <div data-figure="sum">
        <dt>{t('video-qualified')}</dt>
        <dd>{count(qualified)}</dd>
      </div>
    </dl>
  )
}
