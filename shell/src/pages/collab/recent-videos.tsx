import './recent-videos.css'
import type { CollabPage, RecentVideo } from '@reelfair/contracts'
import { Frame, formatCount, formatDate, formatDateTime, Section } from '@reelfair/ui'
import { useText } from './messages/index.ts'
import { pictureUrl } from './picture-url.ts'

export function RecentVideos({ page: { videos, videosAt } }: { page: CollabPage }) {
  const { t, locale } = useText()
  return (
    <Section title={t('videos-title')} note={videosAt && t('videos-note', { at: formatDateTime(videosAt, locale) })}>
      <ul className="collab-recent">
        {videos.map((video) => (
          <li key={video.url}>
            <Video video={video} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Video({ video: { url, title, publishedAt, views, pictureId } }: { video: RecentVideo }) {
  const { t, locale } = useText()
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <Frame size="large" picture={pictureId && pictureUrl(pictureId)} />
      <p className="collab-video-views">
        {views !== null && <strong>{formatCount(views, locale)}</strong>} {t(views === null ? 'views-unknown' : 'views-of')}
      </p>
      <p className="collab-video-title">{title || t('video-untitled')}</p>
      <p className="collab-video-date">{formatDate(publishedAt, locale)}</p>
      <span className="rf-hidden">{t('video-tab')}</span>
    </a>
  )
}
