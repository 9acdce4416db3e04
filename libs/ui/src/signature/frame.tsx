import { type ReactNode, useState } from 'react'
import { useSignatureWords } from './words.ts'

/** What the nightly check saw of the logo. */
export type LogoState = 'found' | 'held' | 'absent'

/** What Frame takes. */
export interface FrameProps {
  /** `list` 24 × 43 px, `card` 120 px wide, `large` as wide as its place. */
  readonly size?: 'list' | 'card' | 'large'
  /** The brand's banner (1072 × 250), laid across the upper half. */
  readonly banner?: string
  /** A video's first picture stands there, still. */
  readonly bannerKind?: 'image' | 'webm'
  /** The video's cover, filling the frame. */
  readonly cover?: string
  /** A drawn scene behind everything (landing, preview); must fill its box. */
  readonly scene?: ReactNode
  /** The drawn bar of a logo check. Without banner and cover, and without this, the frame is empty. */
  readonly logo?: LogoState
  /** What the picture is, for readers: "Banner of Kéfiro". Empty when the name stands beside it. */
  readonly alt?: string
  /** Draws the measures of the rule over a large frame: the banner's size, and where the upper half ends. */
  readonly legal?: { readonly measure: string; readonly half?: string }
  /** Stands at the foot of a large frame as in a feed. */
  readonly caption?: { readonly handle: string; readonly text: string }
}

/**
 * A 9:16 video frame. The logo's bar lies in its upper half: solid = found, small and dashed = held, outlined = absent.
 * @example <Frame size="list" logo="found" />
 */
export function Frame({ size = 'list', banner, bannerKind = 'image', cover, scene, logo, alt, legal, caption }: FrameProps) {
  const words = useSignatureWords()
  const spoken = { found: words.logoFound, held: words.logoHeld, absent: words.logoAbsent }
  const label = alt ?? (logo ? spoken[logo] : '')
  return (
    <div className={`rf-frame rf-frame-${size}`} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      {scene && <div className="rf-frame-scene">{scene}</div>}
      {cover && <Picture key={cover} src={cover} className="rf-frame-cover" />}
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

/** A picture that cannot be loaded leaves the plain frame instead of a broken sign. */
function Picture({ src, className }: { src: string; className: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return <img src={src} alt="" className={className} loading="lazy" decoding="async" onError={() => setBroken(true)} />
}
