import type { SignUp } from '@reelfair/contracts'
import { Frame } from '@reelfair/ui'
import { logoUrl } from '../campaign-logo.ts'
import { useText } from './messages/index.ts'

export function VideoPicture({ signUp: { logo, username, code } }: { signUp: Pick<SignUp, 'logo' | 'username' | 'code'> }) {
  const { t } = useText()
  return (
    <figure className="creator-video">
      <Frame
        size="large"
        scene={<Scene />}
        banner={logoUrl(logo)}
        bannerKind={logo.kind}
        dimensions={{ measure: '1072 × 250' }}
        caption={{ handle: `@${username}`, text: `${code} ${t('mention')}` }}
        alt={t('video-picture', { code })}
      />
      <figcaption className="rf-note">{t('video-picture-note')}</figcaption>
    </figure>
  )
}

/** Draws a kitchen table as a background for the logo. */
export function Scene() {
  return (
    <svg viewBox="0 0 216 384" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className="creator-video-wall" width="216" height="384" />
      <rect className="creator-video-window" x="128" y="128" width="66" height="96" />
      <path className="creator-video-bar" d="M161 128v96M128 176h66" />
      <rect className="creator-video-table" y="250" width="216" height="134" />
      <ellipse className="creator-video-plate" cx="96" cy="272" rx="66" ry="20" />
      <ellipse className="creator-video-food" cx="96" cy="264" rx="40" ry="14" />
      <path className="creator-video-bar" d="M178 300V204M170 204v26M186 204v26M170 230h16" />
    </svg>
  )
}
