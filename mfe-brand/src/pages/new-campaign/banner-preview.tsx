import type { Media } from '@reelfair/contracts'
import { Frame } from '@reelfair/ui'
import { useText } from './messages/index.ts'
import { VideoScene } from './video-scene.tsx'

/** Where the service gives the file back. */
export const addressOf = (media: Pick<Media, 'id'>): string => `/api/campaigns/media/${media.id}`

/**
 * The banner itself, image or video; a video plays without sound unless the reader wants no motion, and can be stopped.
 * @param again it stands on the page already; readers need not hear of it twice
 */
export function Banner({ media, controls = false, again = false }: { media: Media; controls?: boolean; again?: boolean }) {
  const { t } = useText()
  const said = again ? '' : t('new-logo')
  if (media.kind === 'image') return <img className="brand-banner" src={addressOf(media)} alt={said} />
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <video
      className="brand-banner"
      src={addressOf(media)}
      {...(said ? { 'aria-label': said } : { 'aria-hidden': true })}
      autoPlay={!still}
      controls={controls}
      muted
      loop
      playsInline
      preload="metadata"
    />
  )
}

/** A creator's video with the banner where it has to stand, and the banner as small as a phone shows it. */
export function BannerPreview({ media }: { media: Media | undefined }) {
  const { t } = useText()
  return (
    <aside className="brand-preview" aria-label={t('new-preview')}>
      <div className="brand-preview-head">
        <strong>{t('new-preview')}</strong>
        <span>{t('new-preview-size')}</span>
      </div>
      <Frame
        size="large"
        scene={<VideoScene />}
        alt={t(media ? 'new-preview-alt' : 'new-preview-alt-empty')}
        {...(media && { banner: addressOf(media), bannerKind: media.kind })}
        legal={{ measure: t('new-logo-size') }}
        caption={{ handle: t('new-preview-handle'), text: t('new-preview-caption') }}
      />
      <p className="rf-note">{t('new-preview-note')}</p>
      {media && (
        <div className="brand-preview-small">
          <Banner media={media} again />
          <p className="rf-note">{t('new-preview-small')}</p>
        </div>
      )}
    </aside>
  )
}
