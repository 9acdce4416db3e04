import type { Brand } from '@reelfair/contracts'
import { businessDayOf, currentTerms } from '@reelfair/rules'
import { Checkbox, Disclosure, ErrorText, Form, Select, Submit, serverNow, showToast, TextField, TextLink } from '@reelfair/ui'
import { ApiError, useForm, useWrite } from '@reelfair/web-kit'
import { useId, useMemo } from 'react'
import { brandFaults, brandFormOf, CONTACT_FIELDS, CONTACT_TEXTS, entriesOf } from '../../components/brand-contact/brand-entries.ts'
import { dialCodes, isCountry } from '../../components/brand-contact/phone.ts'
import { useText } from '../../messages/index.ts'

/** After a save, the session reports the brand as complete and the parent page redirects. */
export function RegistrationForm({ saved }: { saved: Brand }) {
  const { t, locale } = useText()
  const codes = useMemo(() => dialCodes(locale), [locale])
  const id = useId()
  const save = useWrite('PUT', '/identity/brand', {
    changes: ['session', 'brand'],
    onDone: () => showToast(t('form-done')),
  })
  const { values, set, submit, busy, field, box } = useForm({
    initial: () => entriesOf(saved),
    invalidFieldsOf: brandFaults,
    messageOf: (name) => t(`form-${CONTACT_TEXTS[name]}-error`),
    request: save,
    onSubmit: (entries) => {
      const form = brandFormOf(entries)
      if (form) save.mutate(form)
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
      <Checkbox label={t('form-terms')} hint={<TermsHint />} {...box('termsAccepted')} />
      <TermsSummary />
      <SaveError error={isPhoneInvalid ? null : save.error} />
      {/* `aria-disabled` instead of `disabled`, so that a click shows what is missing. */}
      <Submit wide busy={busy} aria-disabled={!values.termsAccepted} aria-describedby={`${id}-possible`}>
        {t(save.isPending ? 'form-saving' : 'form-submit')}
      </Submit>
      <p className="rf-note" id={`${id}-possible`}>
        {!values.termsAccepted && t('form-possible')}
      </p>
    </Form>
  )
}

function SaveError({ error }: { error: Error | null }) {
  const { t } = useText()
  if (!error || error instanceof ApiError) return <ErrorText error={error} />
  return (
    <p className="brand-problem" role="alert">
      {t('form-save-failed')}
    </p>
  )
}

function TermsHint() {
  const { t } = useText()
  return (
    <>
      {t('form-terms-why')} {/* Opens in a new tab, so that the form keeps its values. */}
      <TextLink href="/terms" target="_blank" rel="noopener">
        {t('form-terms-read')}
      </TextLink>
    </>
  )
}

function TermsSummary() {
  const { t } = useText()
  return (
    <Disclosure small title={t('form-terms-title', { version: currentTerms(businessDayOf(new Date(serverNow()))).version })}>
      <ul>
        {([1, 2, 3, 4] as const).map((point) => (
          <li key={point}>{t(`form-terms-${point}`)}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
