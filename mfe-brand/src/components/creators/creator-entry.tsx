import type { Campaign, RegisteredCreator } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { formatCents, formatCount, formatDate, LoadError, MoreButton, SkeletonRows } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'
import { useReviewsOf, useVideos } from '../queries.ts'
import { Expander } from './expander.tsx'
import { VideoTable } from './video-table.tsx'

interface CreatorEntryProps {
  readonly creator: RegisteredCreator
  readonly campaign: Campaign
  readonly isOpen: boolean
  readonly children?: ReactNode
}

export function CreatorEntry({ creator, campaign, isOpen, children }: CreatorEntryProps) {
  const { t, locale } = useText()
  const { username, network, signedUpAt, count, charged, cents } = creator
  const views = (number: number) => formatCount(number, locale)
  const excluded = count.excluded.reduce((sum, one) => sum + one.views, 0)
  const figures = [
    { key: 'charged', value: views(charged) },
    ...(count.inReview > 0 ? [{ key: 'review', value: views(count.inReview) } as const] : []),
    ...(excluded > 0 ? [{ key: 'excluded', value: views(excluded) } as const] : []),
    { key: 'earned', value: formatCents(cents, locale) },
  ] as const
  return (
    <Expander
      isOpen={isOpen}
      title={
        <span className="brand-creator-name">
          <strong>
            <bdi>{handleOf(username)}</bdi>
          </strong>
          <small>{t('creator-joined', { network: NETWORK_NAMES[network], at: formatDate(signedUpAt, locale) })}</small>
        </span>
      }
      aside={
        <span className="brand-creator-figures">
          {figures.map(({ key, value }) => (
            <span key={key} data-figure={key}>
              {t(`creator-${key}`)} <b>{value}</b>
            </span>
          ))}
        </span>
      }
    >
      {() => (
        <>
          <Videos creator={creator} campaign={campaign} />
          {children}
        </>
      )}
    </Expander>
  )
}

function Videos({ creator, campaign }: { creator: RegisteredCreator; campaign: Campaign }) {
  const { t } = useText()
  const videos = useVideos(creator.id)
  const reviews = useReviewsOf(creator.id)
  if (videos.isPending) return <SkeletonRows rows={2} />
  if (!videos.items) return <LoadError title={t('videos-failed')} query={videos} />
  return (
    <>
      <VideoTable username={creator.username} campaign={campaign} videos={videos.items} reviews={reviews.items ?? []} />
      <MoreButton size="small" pages={videos}>
        {t('videos-more')}
      </MoreButton>
    </>
  )
}
