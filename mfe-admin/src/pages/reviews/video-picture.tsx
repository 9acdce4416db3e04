import type { Review } from '@reelfair/contracts'
import { Frame } from '@reelfair/ui'
import { useState } from 'react'
import { useText } from '../../messages/index.ts'

/** Thumbnails may fail to load, because their URLs expire and hosts may forbid embedding. */
export function VideoPicture({ review: { url, username, thumbnailUrl } }: { review: Review }) {
  const { t } = useText()
  const [broken, setBroken] = useState<string>()
  const isShown = thumbnailUrl !== undefined && thumbnailUrl !== broken
  return (
    <a className="admin-picture" href={url} target="_blank" rel="noreferrer">
      {isShown ? (
        <img
          src={thumbnailUrl}
          alt={t('picture-alt', { username })}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(thumbnailUrl)}
        />
      ) : (
        <>
          <Frame size="card" />
          <span>{t('picture-unavailable')}</span>
        </>
      )}{' '}
      <span className="rf-hidden">{t('review-new-tab')}</span>
    </a>
  )
}
