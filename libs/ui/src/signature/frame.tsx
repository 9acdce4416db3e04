import { type ReactNode, useState } from 'react'
import { useSignatureWords } from './words.ts'

type LogoState = 'found' | 'held' | 'absent'

export interface FrameProps {
  /** `list`: 24 × 43 px. `card`: 120 px wide. `large`: as wide as the container. */
  readonly size?: 'list' | 'card' | 'large'
  /** URL of a 1072 × 250 px banner, which covers part of the upper half. */
  readonly banner?: string
  /** `webm` shows the video's first frame. */
  readonly bannerKind?: 'image' | 'webm'
  /** URL of a picture that fills the frame, such as a video's cover. If it does not load, the scene appears instead. */
  readonly picture?: string | undefined
  /** Background scene for the landing page and previews; must fill its box. */
  readonly scene?: ReactNode
  /** A bar shows the result of the logo check. If `banner` is set, `logo` has no effect. */
  readonly logo?: LogoState
  /** Accessible name: "Banner of Kéfiro". Leave it empty if the page shows the name beside the frame. */
  readonly alt?: string
  /** Shows the banner's size and where the upper half of the frame ends. Large frames only. */
  readonly dimensions?: { readonly measure: string; readonly half?: string }
  /** Caption as in a social feed. Large frames only. */
  readonly caption?: { readonly handle: string; readonly text: string }
}

/**
 * A 9:16 video frame. A bar shows the logo check: solid = found, small and dashed = held, outlined = absent.
 * @example <Frame size="list" logo="found" />
 */
export function Frame({ size = 'list', banner, bannerKind = 'image', picture, scene, logo, alt, dimensions: legal, caption }: FrameProps) {
  const words = useSignatureWords()
  const spoken = { found: words.logoFound, held: words.logoHeld, absent: words.logoAbsent }
  const label = alt ?? (logo ? spoken[logo] : '')
  return (
    <div className={`rf-frame rf-frame-${size}`} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      {scene && <div className="rf-frame-scene">{scene}</div>}
      {picture && <Picture key={picture} src={picture} className="rf-frame-scene" />}
      {banner && bannerKind === 'image' && <Picture key={banner} src={banner} className="rf-frame-banner" />}
      {banner && bannerKind === 'webm' && (
        <video key={banner} src={banner} className="rf-frame-banner" muted playsInline preload="metadata" />
      )}
      {logo && !banner && <i className={`rf-frame-bar rf-frame-bar-${logo}`} />}
      {legal && (
        <>
          <span className="rf-frame-measure">
            <b>{legal.measure}</b>
          </span>
          <span className="rf-frame-half">
            <b>{legal.half ?? words.upperHalf}</b>
          </span>
        </>
      )}
      {caption && (
        <span className="rf-frame-caption">
          <b>{caption.handle}</b>
          {caption.text}
        </span>
      )}
    </div>
  )
}

/** An image that fails to load disappears, so that no broken-image icon shows. */
function Picture({ src, className }: { src: string; className: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return <img src={src} alt="" className={className} loading="lazy" decoding="async" onError={() => setBroken(true)} />
}
