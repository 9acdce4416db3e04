import type { Media } from '@reelfair/contracts'
import { MIN_LOGO_PERCENT } from '@reelfair/rules'
import { Button, FileDrop, formatBytes, formatCount, formatDecimal, formatPercent, Icon, Warning } from '@reelfair/ui'
import { ApiError, sentenceOfError } from '@reelfair/web-kit'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { ACCEPT, LOGO, LOGO_SHARE } from './banner-file.ts'
import { Banner, BannerPreview, bannerUrl } from './banner-preview.tsx'
import { useBannerText } from './messages/index.ts'
import type { BannerUpload } from './use-banner-upload.ts'
import { useContrast } from './use-contrast.ts'

/** Minimum contrast of legible lettering on a small screen. @source WCAG 2.2, large text */
const CONTRAST = 3

interface BannerFieldProps {
  readonly id: string
  readonly media: Media | undefined
  /** Result of `useBannerUpload`, which the page owns. */
  readonly upload: BannerUpload
  readonly error: ReactNode
  readonly onRemove: () => void
}

/**
 * Uploads a banner, checks it and shows it in a video. The page imports `@reelfair/web-kit/banner.css`.
 * @example <BannerField id="media" media={media} upload={upload} error={error} onRemove={() => setMedia(undefined)} />
 */
export function BannerField({ id, media, upload, error, onRemove }: BannerFieldProps) {
  const { t, locale } = useBannerText()
  const { sending, progress } = upload
  const contrast = useContrast(media?.kind === 'image' ? bannerUrl(media) : undefined)
  const [kept, setKept] = useState<string>()
  const isPale = contrast !== undefined && contrast < CONTRAST
  const present = media && {
    name: upload.nameOf(media) ?? t('banner'),
    detail: [
      t('banner-size'),
      formatBytes(media.bytes, locale),
      ...(media.durationS ? [t('banner-seconds', { seconds: formatCount(Math.floor(media.durationS), locale) })] : []),
    ].join(', '),
    preview: <Banner media={media} controls />,
  }
  return (
    <div className="banner-columns">
      <div className="banner-field">
        <FileDrop
          id={id}
          label={t('banner')}
          hint={t('banner-hint', { limit: formatBytes(40e6, locale) })}
          accept={ACCEPT}
          maxBytes={LOGO.maxBytes}
          errorTexts={{ wrongKind: sentenceOfCode('media_type', locale), tooLarge: sentenceOfCode('media_too_large', locale) }}
          file={sending ? { name: sending } : present}
          progress={progress}
          error={upload.error ? <Refused error={upload.error} /> : error}
          onFile={upload.send}
          onCancel={upload.cancel}
          onRemove={onRemove}
        />
        {media && !sending && <Checks media={media} contrast={contrast} />}
        {media && isPale && kept !== media.id && !sending && (
          <PaleWarning contrast={contrast} onReplace={() => document.getElementById(id)?.click()} onKeep={() => setKept(media.id)} />
        )}
      </div>
      <BannerPreview media={media} />
    </div>
  )
}

function Checks({ media: { durationS }, contrast }: { media: Media; contrast: number | undefined }) {
  const { t, locale } = useBannerText()
  const isPale = contrast !== undefined && contrast < CONTRAST
  return (
    <ul className="banner-checks">
      <Line isGood text={t('check-size')}>
        {t('banner-size')}
      </Line>
      <Line isGood text={t('check-share')}>
        {t('check-share-figure', { share: formatPercent(LOGO_SHARE, locale, 0), least: formatPercent(MIN_LOGO_PERCENT / 100, locale) })}
      </Line>
      {durationS !== undefined && (
        <Line isGood text={t('check-seconds')}>
          {t('check-seconds-figure', { seconds: formatCount(Math.floor(durationS), locale), least: LOGO.minSeconds })}
        </Line>
      )}
      {contrast !== undefined && (
        <Line isGood={!isPale} text={t(isPale ? 'check-pale' : 'check-contrast')}>
          {t('check-contrast-figure', { contrast: formatDecimal(contrast, locale, 1) })}
        </Line>
      )}
    </ul>
  )
}

function PaleWarning({ contrast, onReplace, onKeep }: { contrast: number; onReplace: () => void; onKeep: () => void }) {
  const { t, locale } = useBannerText()
  return (
    <Warning
      level={2}
      title={t('pale')}
      fixes={[t('pale-way-1'), t('pale-way-2')]}
      actions={
        <>
          <Button onClick={onReplace}>{t('pale-replace')}</Button>
          <Button look="quiet" onClick={onKeep}>
            {t('pale-keep')}
          </Button>
        </>
      }
    >
      {t('pale-text', { contrast: formatDecimal(contrast, locale, 1) })}
    </Warning>
  )
}

function Refused({ error }: { error: unknown }) {
  const { t, locale } = useBannerText()
  const sentence = sentenceOfError(error, locale) ?? t('banner-failed')
  const { width, height } = error instanceof ApiError && error.code === 'media_dimensions' ? error.details : {}
  if (typeof width !== 'number' || typeof height !== 'number') return sentence
  return `${sentence}. ${t('banner-is', { width, height })}`
}

function Line({ isGood = false, text, children }: { isGood?: boolean; text: string; children: ReactNode }) {
  return (
    <li className={isGood ? undefined : 'banner-check-held'}>
      <Icon of={isGood ? Check : TriangleAlert} />
      <span>{text}</span>
      <span>{children}</span>
    </li>
  )
}
