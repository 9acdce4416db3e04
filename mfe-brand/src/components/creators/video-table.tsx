import type { Campaign, ExclusionReason, MeasuredVideo, Review } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { exclusionLabel, exclusionTable } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { type Column, Frame, formatCount, formatDate, formatDateTime, ReasonChip, Table } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { ApproveLogo } from '../reviews/approve-logo.tsx'
import { mayCount, shownFix } from './shown-fix.ts'
import { VideoLink } from './video-link.tsx'

interface VideoTableProps {
  readonly username: string
  readonly campaign: Pick<Campaign, 'name' | 'phase'>
  readonly videos: readonly MeasuredVideo[]
  readonly reviews: readonly Review[]
}

export const logos = { verified: 'found', not_verified: 'absent', unknown: 'held' } as const

export function VideoTable({ username, campaign, videos, reviews }: VideoTableProps) {
  const { t, locale } = useText()
  const openOf = ({ videoId }: MeasuredVideo) => reviews.filter((review) => review.videoId === videoId && !review.decision)
  const columns: Column<MeasuredVideo>[] = [
    {
      key: 'video',
      head: t('video'),
      rowHead: true,
      stack: 'name',
      cell: (video) => (
        <span className="brand-video">
          <Frame logo={logos[video.logo]} alt="" />
          <span className="brand-video-text">
            <VideoLink url={video.url}>{video.title || t('video-untitled')}</VideoLink>
            <small>{t('video-posted', { network: NETWORK_NAMES[video.network], at: formatDate(video.publishedAt, locale) })}</small>
          </span>
        </span>
      ),
    },
    { key: 'seen', head: t('video-seen'), align: 'end', width: '84px', cell: ({ views }) => formatCount(views, locale) },
    {
      key: 'qualified',
      head: t('video-qualified'),
      align: 'end',
      weight: 'strong',
      width: '96px',
      cell: ({ qualified }) => formatCount(qualified, locale),
    },
    {
      key: 'excluded',
      head: t('video-excluded'),
      width: '32%',
      cell: (video) => <Reasons video={video} phase={campaign.phase} reviews={openOf(video)} />,
    },
    {
      key: 'logo',
      head: t('video-logo'),
      width: '24%',
      cell: (video) => (
        <LogoStatus
          video={video}
          subjectName={campaign.name}
          username={username}
          review={openOf(video).find(({ kind }) => kind === 'logo')}
        />
      ),
    },
  ]
  return (
    <Table
      caption={t('videos-of', { username: handleOf(username) })}
      columns={columns}
      rows={videos}
      rowKey={({ id }) => id}
      empty={<span className="rf-note">{t('videos-none')}</span>}
    />
  )
}

interface ReasonsProps {
  readonly video: MeasuredVideo
  readonly phase: Campaign['phase']
  readonly reviews: readonly Review[]
}

export function Reasons({ video, phase, reviews }: ReasonsProps) {
  const { t, locale } = useText()
  const fixOf = (reason: ExclusionReason) => {
    const fix = shownFix(reason, video, phase)?.[locale]
    return fix && t('shown-fix', { fix })
  }
  if (video.seenAt === undefined) return <ReasonChip kind="held" reason={t('video-unread')} fix={t('video-unread-fix')} />
  const current = new Set(video.faults.map(({ reason }) => reason))
  const growth = reviews.find(({ kind }) => kind === 'growth')
  const excluded = video.excluded.map(({ reason, views }) => {
    const { fix } = exclusionTable[reason]
    const isFixed = fix !== 'contact_support' && !current.has(reason)
    const after = fix === 'contact_support' ? undefined : isFixed ? mayCount(video, phase) && t('video-fixed') : fixOf(reason)
    return <ReasonChip key={reason} kind="out" reason={exclusionLabel(reason, locale)} views={views} fix={after} />
  })
  const unpaid = [...current]
    .filter((reason) => video.excluded.every((one) => one.reason !== reason))
    .map((reason) => <ReasonChip key={reason} kind="out" reason={exclusionLabel(reason, locale)} fix={fixOf(reason)} />)
  const all = [...excluded, ...unpaid]
  return (
    <div className="brand-reasons">
      {all}
      {growth && (
        <ReasonChip
          kind="held"
          reason={t('review-growth')}
          views={growth.views}
          fix={t('review-growth-fix', { at: formatDateTime(growth.decideBy, locale, { weekday: 'short' }) })}
        />
      )}
      {all.length === 0 && !growth && <span className="rf-note">{t('video-nothing-excluded')}</span>}
    </div>
  )
}

interface LogoStatusProps {
  readonly video: MeasuredVideo
  /** Names the campaign or partnership. */
  readonly subjectName: string
  readonly username: string
  readonly review: Review | undefined
}

export function LogoStatus({ video, subjectName, username, review }: LogoStatusProps) {
  const { t, locale } = useText()
  if (review) {
    const fix = t('logo-wait', {
      views: formatCount(review.views, locale),
      at: formatDateTime(review.decideBy, locale, { weekday: 'short' }),
    })
    return (
      <div className="brand-reasons">
        <ReasonChip kind="held" reason={t('logo-answer')} fix={fix} />
        <ApproveLogo review={review} subjectName={subjectName} username={username} size="small" />
      </div>
    )
  }
  if (video.logo === 'verified') return <ReasonChip kind="passed" reason={t('logo-verified')} />
  if (video.logo === 'not_verified') return <ReasonChip kind="out" reason={t('logo-not-verified')} />
  return <ReasonChip kind="held" reason={t('logo-unknown')} fix={t('logo-unknown-fix')} />
}
