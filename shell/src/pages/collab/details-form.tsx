import { BYTES_PER_CHARACTER, LINK_MAX, linkFaultOf } from '@reelfair/contracts/text'
import { MAX_DAYS_TO_BEGINNING } from '@reelfair/contracts/values'
import { beginningFaultOf, lastBeginning } from '@reelfair/rules'
import { TextArea, TextField } from '@reelfair/ui'
import { useForm } from '@reelfair/web-kit'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import { CAPTION_MAX, type Details, invalidDetails, today } from './details.ts'
import { useText } from './messages/index.ts'

interface Request {
  readonly isPending: boolean
  readonly error: unknown
}

export function useDetailsForm(initial: Details, request: Request | undefined, onSubmit: (details: Details) => unknown) {
  const { t, locale } = useText()
  return useForm({
    initial,
    invalidFieldsOf: invalidDetails,
    messageOf: (field, { link, beginning }) => {
      if (field === 'link') return sentenceOfCode(linkFaultOf(link) ?? 'link_invalid', locale)
      if (field === 'caption') return t('caption-error', { max: CAPTION_MAX })
      if (field === 'termsAccepted') return t('terms-missing')
      return sentenceOfCode(beginningFaultOf(beginning, today()) ?? 'beginning_past', locale, { days: MAX_DAYS_TO_BEGINNING })
    },
    fieldOfCode: { beginning_past: 'beginning', beginning_too_far: 'beginning' },
    ...(request && { request }),
    onSubmit,
  })
}

export function DetailFields({ form: { field, idOf, values, set, errorOf } }: { form: ReturnType<typeof useDetailsForm> }) {
  const { t } = useText()
  return (
    <>
      <TextField
        label={t('link')}
        hint={t('link-hint')}
        type="url"
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
        maxLength={LINK_MAX}
        {...field('link')}
      />
      <TextArea
        id={idOf('caption')}
        label={t('caption')}
        hint={t('caption-hint', { max: CAPTION_MAX })}
        maxLength={CAPTION_MAX * BYTES_PER_CHARACTER}
        aside=""
        value={values.caption}
        onChange={({ target }) => set({ caption: target.value })}
        error={errorOf('caption')}
      />
      <TextField
        label={t('beginning')}
        hint={t('beginning-hint')}
        type="date"
        min={today()}
        max={lastBeginning(today())}
        {...field('beginning')}
      />
    </>
  )
}
