import type { Brand } from '@reelfair/contracts'
import { brandLogoUrl } from '@reelfair/contracts/address'
import { BRAND_LOGO_MAX_BYTES, BRAND_LOGO_TYPES } from '@reelfair/contracts/values'
import { Avatar, Button, FileDrop, showToast } from '@reelfair/ui'
import { sentenceOfError, useUpload } from '@reelfair/web-kit'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import { lazy, Suspense, useState } from 'react'
import { useText } from './messages/index.ts'

const RemoveLogoDialog = lazy(async () => ({ default: (await import('./remove-logo-dialog.tsx')).RemoveLogoDialog }))

/** The service stores a logo as soon as it is uploaded, so there is nothing to save. */
export function LogoForm({ brand: { brandName = '', logoId } }: { brand: Brand }) {
  const { t, locale } = useText()
  const [name, setName] = useState('')
  const [isAsking, setAsking] = useState(false)
  const { send, cancel, progress, error } = useUpload('/identity/brand/logo', {
    changes: ['session', 'brand'],
    onDone: () => showToast(t('logo-done')),
  })
  const file = progress === undefined ? logoId && { name: t('logo-current') } : { name }
  return (
    <div className="brand-logo">
      <FileDrop
        label={t('logo-title')}
        hint={t('logo-hint')}
        accept={BRAND_LOGO_TYPES.join()}
        maxBytes={BRAND_LOGO_MAX_BYTES}
        errorTexts={{ wrongKind: sentenceOfCode('brand_logo_type', locale), tooLarge: sentenceOfCode('brand_logo_too_large', locale) }}
        file={file || undefined}
        progress={progress}
        error={error && (sentenceOfError(error, locale) ?? t('logo-failed'))}
        onFile={(chosen) => {
          setName(chosen.name)
          send({ file: chosen, type: chosen.type })
        }}
        onCancel={cancel}
      />
      {logoId && (
        <>
          <LogoPreviews name={brandName} picture={brandLogoUrl(logoId)} />
          <Button onClick={() => setAsking(true)}>{t('logo-remove')}</Button>
        </>
      )}
      {isAsking && (
        <Suspense>
          <RemoveLogoDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A logo without a background may be legible in only one of the two themes. */
function LogoPreviews({ name, picture }: { name: string; picture: string }) {
  const { t } = useText()
  return (
    <div className="brand-logo-previews">
      {(['light', 'dark'] as const).map((theme) => (
        <figure key={theme} className={`brand-logo-preview brand-logo-${theme}`}>
          <img src={picture} alt={name} width={96} height={96} />
          <p>
            <Avatar name={name} solid picture={picture} />
            <bdi>{name}</bdi>
          </p>
          <figcaption className="rf-note">{t(`logo-${theme}`)}</figcaption>
        </figure>
      ))}
    </div>
  )
}
