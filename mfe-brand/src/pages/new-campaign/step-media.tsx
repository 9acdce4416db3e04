import type { Media } from '@reelfair/contracts'
import { MIN_LOGO_PERCENT } from '@reelfair/rules'
import { Button, FileDrop, formatBytes, formatCount, formatDecimal, formatPercent, Icon, Warning } from '@reelfair/ui'
import { ApiError, sentenceOfError } from '@reelfair/web-kit'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { Banner, BannerPreview, bannerUrl } from './banner-preview.tsx'
import { ACCEPT, LOGO, LOGO_SHARE } from './logo-file.ts'
import { useText } from './messages/index.ts'
import type { StepProps } from './step-props.ts'
import { useContrast } from './use-contrast.ts'
import type { LogoUpload } from './use-logo-upload.ts'

/** Minimum contrast of legible lettering on a small screen. @source WCAG 2.2, large text */
const CONTRAST = 3

export function MediaStep({ entries: { media }, set, errorOf, idOf, logo }: StepProps & { logo: LogoUpload }) {
  const { t, locale } = useText()
  const { sending, progress, error } = logo
  const contrast = useContrast(media?.kind === 'image' ? bannerUrl(media) : undefined)
  const [kept, setKept] = useState<string>()
  const isPale = contrast !== undefined && contrast < CONTRAST
  const present = media && {
    name: logo.nameOf(media) ?? t('new-logo'),
    detail: [
      t('new-logo-size'),
      formatBytes(media.bytes, locale),
      ...(media.durationS ? [t('new-logo-seconds', { seconds: formatCount(Math.floor(media.durationS), locale) })] : []),
    ].join(', '),
    preview: <Banner media={media} controls />,
  }
  return (
    <div className="brand-columns">
      <div className="brand-media">
        <FileDrop
          id={idOf('media')}
          label={t('new-logo')}
          hint={t('new-logo-hint', { limit: formatBytes(40e6, locale) })}
          accept={ACCEPT}
          maxBytes={LOGO.maxBytes}
          errorTexts={{ wrongKind: sentenceOfCode('media_type', locale), tooLarge: sentenceOfCode('media_too_large', locale) }}
          file={sending ? { name: sending } : present}
          progress={progress}
          error={error ? <Refused error={error} /> : errorOf('media')}
          onFile={logo.send}
          onCancel={logo.cancel}
          onRemove={() => set({ media: undefined })}
        />
        {media && !sending && <Checks media={media} contrast={contrast} />}
        {media && isPale && kept !== media.id && !sending && (
          <PaleWarning
            contrast={contrast}
            onReplace={() => document.getElementById(idOf('media'))?.click()}
            onKeep={() => setKept(media.id)}
          />
        )}
      </div>
      <BannerPreview media={media} />
    </div>
  )
}

function Checks({ media: { durationS }, contrast }: { media: Media; contrast: number | undefined }) {
  const { t, locale } = useText()
  const isPale = contrast !== undefined && contrast < CONTRAST
  return (
    <ul className="brand-checks">
      <Line isGood text={t('new-check-size')}>
        {t('new-logo-size')}
      </Line>
      <Line isGood text={t('new-check-share')}>
        {t('new-check-share-figure', { share: formatPercent(LOGO_SHARE, locale, 0), least: formatPercent(MIN_LOGO_PERCENT / 100, locale) })}
      </Line>
      {durationS !== undefined && (
        <Line isGood text={t('new-check-seconds')}>
          {t('new-check-seconds-figure', { seconds: formatCount(Math.floor(durationS), locale), least: LOGO.minSeconds })}
        </Line>
      )}
      {contrast !== undefined && (
        <Line isGood={!isPale} text={t(isPale ? 'new-check-pale' : 'new-check-contrast')}>
          {t('new-check-contrast-figure', { contrast: formatDecimal(contrast, locale, 1) })}
        </Line>
      )}
    </ul>
  )
}

function PaleWarning({ contrast, onReplace, onKeep }: { contrast: number; onReplace: () => void; onKeep: () => void }) {
  const { t, locale } = useText()
  return (
    <Warning
      level={2}
      title={t('new-pale')}
      fixes={[t('new-pale-way-1'), t('new-pale-way-2')]}
      actions={
        <>
          <Button onClick={onReplace}>{t('new-pale-replace')}</Button>
          <Button look="quiet" onClick={onKeep}>
            {t('new-pale-keep')}
          </Button>
        </>
      }
    >
      {t('new-pale-text', { contrast: formatDecimal(contrast, locale, 1) })}
    </Warning>
  )
}

function Refused({ error }: { error: unknown }) {
  const { t, locale } = useText()
  const sentence = sentenceOfError(error, locale) ?? t('new-logo-failed')
  const { width, height } = error instanceof ApiError && error.code === 'media_dimensions' ? error.details : {}
  if (typeof width !== 'number' || typeof height !== 'number') return sentence
  return `${sentence}. ${t('new-logo-is', { width, height })}`
}

function Line({ isGood = false, text, children }: { isGood?: boolean; text: string; children: ReactNode }) {
  return (
    <li className={isGood ? undefined : 'brand-check-held'}>
      <Icon of={isGood ? Check : TriangleAlert} />
      <span>{text}</span>
      <span>{children}</span>
    </li>
  )
}
