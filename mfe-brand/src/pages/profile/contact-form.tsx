import type { Brand } from '@reelfair/contracts'
import { ErrorText, Form, Select, Submit, showToast, TextField } from '@reelfair/ui'
import { ApiError, useForm, useWrite } from '@reelfair/web-kit'
import { useMemo } from 'react'
import { brandFaults, brandFormOf, CONTACT_FIELDS, CONTACT_TEXTS, entriesOf } from '../../components/brand-contact/brand-entries.ts'
import { dialCodes, isCountry } from '../../components/brand-contact/phone.ts'
import { useText } from './messages/index.ts'

/** Unlike the registration, does not ask for the terms again. */
export function ContactForm({ saved }: { saved: Brand }) {
  const { t, locale } = useText()
  const codes = useMemo(() => dialCodes(locale), [locale])
  const save = useWrite('PUT', '/identity/brand/contact', {
    changes: ['session', 'brand'],
    onDone: () => showToast(t('contact-done')),
  })
  const { values, set, submit, field } = useForm({
    initial: () => ({ ...entriesOf(saved), termsAccepted: true }),
    invalidFieldsOf: brandFaults,
    messageOf: (name) => t(`form-${CONTACT_TEXTS[name]}-error`),
    request: save,
    onSubmit: (entries) => {
      const { termsAccepted: _, ...form } = brandFormOf(entries) ?? {}
      if ('brandName' in form) save.mutate(form)
    },
  })
  const isPhoneInvalid = save.error instanceof ApiError && save.error.code === 'phone_invalid'
  return (
    <Form sheet onSubmit={submit}>
      {CONTACT_FIELDS.map(({ field: name, ...input }) => (
        <TextField key={name} label={t(`form-${CONTACT_TEXTS[name]}`)} {...input} {...field(name)} />
      ))}
      <div className="brand-phone">
        <Select
          label={t('form-country')}
          autoComplete="tel-country-code"
          options={codes}
          value={values.phoneCountry}
          onChange={({ target: { value } }) => isCountry(value) && set({ phoneCountry: value })}
        />
        <TextField
          label={t('form-phone')}
          optional
          type="tel"
          autoComplete="tel-national"
          {...field('contactPhone')}
          {...(isPhoneInvalid && { error: t('form-phone-error') })}
        />
      </div>
      <ErrorText error={isPhoneInvalid ? null : save.error} />
      <Submit wide busy={save.isPending}>
        {t('contact-save')}
      </Submit>
    </Form>
  )
}
