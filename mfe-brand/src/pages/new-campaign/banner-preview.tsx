import type { Media } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'
import { Frame } from '@reelfair/ui'
import { useText } from './messages/index.ts'
import { VideoScene } from './video-scene.tsx'

export const bannerUrl = ({ id }: Pick<Media, 'id'>): string => fileUrl('/campaigns/media/:mediaId', { mediaId: id })

/**
 * A video plays automatically unless the user prefers reduced motion.
 * @param again hides this copy from screen readers, because the page already shows the banner
 */
export function Banner({ media, controls = false, again: isCopy = false }: { media: Media; controls?: boolean; again?: boolean }) {
  const { t } = useText()
  const description = isCopy ? '' : t('new-logo')
  if (media.kind === 'image') return <img className="brand-banner" src={bannerUrl(media)} alt={description} />
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <video
      className="brand-banner"
      src={bannerUrl(media)}
      {...(description ? { 'aria-label': description } : { 'aria-hidden': true })}
      autoPlay={!still}
      controls={controls}
      muted
      loop
      playsInline
      preload="metadata"
    />
  )
}

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
        {...(media && { banner: bannerUrl(media), bannerKind: media.kind })}
        dimensions={{ measure: t('new-logo-size') }}
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
