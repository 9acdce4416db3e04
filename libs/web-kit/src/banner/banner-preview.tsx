import type { Media } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'
import { Frame } from '@reelfair/ui'
import { useBannerText } from './messages/index.ts'
import { VideoScene } from './video-scene.tsx'

export const bannerUrl = ({ id }: Pick<Media, 'id'>): string => fileUrl('/campaigns/media/:mediaId', { mediaId: id })

/**
 * A video plays automatically unless the user prefers reduced motion.
 * @param again hides this copy from screen readers, because the page already shows the banner
 */
export function Banner({ media, controls = false, again: isCopy = false }: { media: Media; controls?: boolean; again?: boolean }) {
  const { t } = useBannerText()
  const description = isCopy ? '' : t('banner')
  if (media.kind === 'image') return <img className="banner-picture" src={bannerUrl(media)} alt={description} />
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <video
      className="banner-picture"
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
  const { t } = useBannerText()
  return (
    <aside className="banner-preview" aria-label={t('preview')}>
      <div className="banner-preview-head">
        <strong>{t('preview')}</strong>
        <span>{t('preview-size')}</span>
      </div>
      <Frame
        size="large"
        scene={<VideoScene />}
        alt={t(media ? 'preview-alt' : 'preview-alt-empty')}
        {...(media && { banner: bannerUrl(media), bannerKind: media.kind })}
        dimensions={{ measure: t('banner-size') }}
        caption={{ handle: t('preview-handle'), text: t('preview-caption') }}
      />
      <p className="rf-note">{t('preview-note')}</p>
      {media && (
        <div className="banner-preview-small">
          <Banner media={media} again />
          <p className="rf-note">{t('preview-small')}</p>
        </div>
      )}
    </aside>
  )
}
