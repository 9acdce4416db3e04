import type { Brand } from '@reelfair/contracts'
import { TERMS_VERSION } from '@reelfair/contracts/terms'
import { Checkbox, Disclosure, ErrorText, Form, Select, Submit, showToast, TextField, TextLink } from '@reelfair/ui'
import { ApiError, sentenceOfField, useWrite } from '@reelfair/web-kit'
import { useId, useMemo, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { type BrandEntries, type BrandFault, brandFaults, brandFormOf, entriesOf } from './brand-entries.ts'
import { dialCodes, isCountry } from './phone.ts'

const FIELDS = [
  { field: 'brandName', text: 'name', autoComplete: 'organization' },
  { field: 'contactFirstName', text: 'first', autoComplete: 'given-name' },
  { field: 'contactLastName', text: 'last', autoComplete: 'family-name' },
  { field: 'contactEmail', text: 'email', autoComplete: 'email' },
] as const

const TYPES: Partial<Record<BrandFault, string>> = { contactEmail: 'email' }

/** The brand form. After saving, the session marks the brand as complete, and the parent page redirects. */
export function RegistrationForm({ saved }: { saved: Brand }) {
  const { t, locale } = useText()
  const codes = useMemo(() => dialCodes(locale), [locale])
  const [entries, setEntries] = useState<BrandEntries>(() => entriesOf(saved))
  const [sent, setSent] = useState(false)
  const id = useId()
  const save = useWrite('PUT', '/identity/brand', {
    changes: ['session', 'brand'],
    onDone: () => showToast(t('form-done')),
  })

  const faults = sent ? brandFaults(entries) : []
  const refusal = save.error instanceof ApiError ? save.error : undefined
  const isPhoneInvalid = refusal?.code === 'phone_invalid'
  const submit = () => {
    setSent(true)
    const form = brandFormOf(entries)
    if (form) save.mutate(form)
    else document.getElementById(`${id}-${brandFaults(entries)[0]}`)?.focus()
  }

  return (
    <Form sheet onSubmit={submit}>
      {FIELDS.map(({ field, text, autoComplete }) => (
        <TextField
          key={field}
          id={`${id}-${field}`}
          label={t(`form-${text}`)}
          type={TYPES[field] ?? 'text'}
          autoComplete={autoComplete}
          value={entries[field]}
          onChange={(event) => setEntries((before) => ({ ...before, [field]: event.target.value }))}
          error={faults.includes(field) ? t(`form-${text}-error`) : sentenceOfField(refusal, field, locale, t(`form-${text}-error`))}
        />
      ))}
      <div className="brand-phone">
        <Select
          label={t('form-country')}
          autoComplete="tel-country-code"
          options={codes}
          value={entries.phoneCountry}
          onChange={({ target }) => {
            const { value } = target
            if (isCountry(value)) setEntries((before) => ({ ...before, phoneCountry: value }))
          }}
        />
        <TextField
          id={`${id}-contactPhone`}
          label={t('form-phone')}
          optional
          type="tel"
          autoComplete="tel-national"
          value={entries.contactPhone}
          onChange={(event) => setEntries((before) => ({ ...before, contactPhone: event.target.value }))}
          error={
            faults.includes('contactPhone') || isPhoneInvalid
              ? t('form-phone-error')
              : sentenceOfField(refusal, 'contactPhone', locale, t('form-phone-error'))
          }
        />
      </div>
      <Checkbox
        id={`${id}-termsAccepted`}
        label={t('form-terms')}
        hint={
          <>
            {t('form-terms-why')} {/* Opens in a new tab, so that the form keeps its values. */}
            <TextLink href="/terms" target="_blank" rel="noopener">
              {t('form-terms-read')}
            </TextLink>
          </>
        }
        checked={entries.termsAccepted}
        onChange={(event) => setEntries((before) => ({ ...before, termsAccepted: event.target.checked }))}
        error={faults.includes('termsAccepted') && t('form-terms-error')}
      />
      <Disclosure small title={t('form-terms-title', { version: TERMS_VERSION })}>
        <ul>
          {([1, 2, 3, 4] as const).map((point) => (
            <li key={point}>{t(`form-terms-${point}`)}</li>
          ))}
        </ul>
      </Disclosure>
      {save.error && !refusal ? (
        <p className="brand-problem" role="alert">
          {t('form-save-failed')}
        </p>
      ) : (
        <ErrorText error={isPhoneInvalid ? undefined : save.error} />
      )}
      {/* `aria-disabled` instead of `disabled`, so that a click can show what is missing. */}
      <Submit wide busy={save.isPending} aria-disabled={!entries.termsAccepted} aria-describedby={`${id}-possible`}>
        {t(save.isPending ? 'form-saving' : 'form-submit')}
      </Submit>
      <p className="rf-note" id={`${id}-possible`}>
        {!entries.termsAccepted && t('form-possible')}
      </p>
    </Form>
  )
}
