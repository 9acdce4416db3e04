import type { Media } from '@reelfair/contracts'
import { Button, Form, StepFoot, Submit } from '@reelfair/ui'
import { BannerField, type BannerUpload } from '@reelfair/web-kit/banner'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId, useState } from 'react'
import { useText } from './messages/index.ts'

interface MediaStepProps {
  readonly media: Media | undefined
  readonly upload: BannerUpload
  readonly onMedia: (media: Media | undefined) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

export function MediaStep({ media, upload, onMedia, onBack, onNext }: MediaStepProps) {
  const { t, locale } = useText()
  const id = useId()
  const [isMissing, setMissing] = useState(false)
  const submit = () => {
    if (media) return onNext()
    setMissing(true)
    document.getElementById(id)?.focus()
  }
  return (
    <Form className="collab-form" onSubmit={submit}>
      <BannerField
        id={id}
        media={media}
        upload={upload}
        error={isMissing && !media ? sentenceOfCode('media_required', locale) : undefined}
        onRemove={() => onMedia(undefined)}
      />
      <StepFoot
        back={<Button onClick={onBack}>{t('back')}</Button>}
        note={t('next', { step: t('summary-title') })}
        next={
          <Submit iconAfter={ArrowRight} busy={upload.sending !== undefined}>
            {t('continue')}
          </Submit>
        }
      />
    </Form>
  )
}
