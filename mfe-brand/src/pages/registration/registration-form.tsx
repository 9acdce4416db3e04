import type { Brand, BrandForm } from '@reelfair/contracts'
import { Checkbox, ErrorText, Form, Submit, showToast, TextField } from '@reelfair/ui'
import { ApiError, useWrite } from '@reelfair/web-kit'
import { useId, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { type BrandEntries, type BrandFault, brandFaults, brandFormOf, entriesOf } from './brand-entries.ts'

const FIELDS = [
  { field: 'brandName', text: 'name', autoComplete: 'organization' },
  { field: 'contactFirstName', text: 'first', autoComplete: 'given-name' },
  { field: 'contactLastName', text: 'last', autoComplete: 'family-name' },
  { field: 'contactEmail', text: 'email', autoComplete: 'email' },
  { field: 'contactPhone', text: 'phone', autoComplete: 'tel' },
] as const

const TYPES: Partial<Record<BrandFault, string>> = { contactEmail: 'email', contactPhone: 'tel' }

/** The brand form. Once saved, the session says that the brand is complete, and the page above leads on. */
export function RegistrationForm({ saved }: { saved: Brand }) {
  const { t } = useText()
  const [entries, setEntries] = useState<BrandEntries>(() => entriesOf(saved))
  const [sent, setSent] = useState(false)
  const id = useId()
  const save = useWrite<BrandForm, Brand>('PUT', '/identity/brand', {
    changes: ['session', 'brand'],
    onDone: () => showToast(t('form-done')),
  })

  const faults = sent ? brandFaults(entries) : []
  const refused = save.error instanceof ApiError ? save.error.fields : {}
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
          {...(field === 'contactPhone' && { optional: true, hint: t('form-phone-hint') })}
          type={TYPES[field] ?? 'text'}
          autoComplete={autoComplete}
          value={entries[field]}
          onChange={(event) => setEntries((before) => ({ ...before, [field]: event.target.value }))}
          error={faults.includes(field) ? t(`form-${text}-error`) : refused[field]}
        />
      ))}
      <Checkbox
        id={`${id}-termsAccepted`}
        label={t('form-terms')}
        checked={entries.termsAccepted}
        onChange={(event) => setEntries((before) => ({ ...before, termsAccepted: event.target.checked }))}
        error={faults.includes('termsAccepted') && t('form-terms-error')}
      />
      <ErrorText error={save.error} />
      <Submit wide busy={save.isPending}>
        {t('form-submit')}
      </Submit>
    </Form>
  )
}
