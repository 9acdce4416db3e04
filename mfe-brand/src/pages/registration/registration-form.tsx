import type { Brand } from '@reelfair/contracts'
import { businessDayOf, currentTerms } from '@reelfair/rules'
import { Checkbox, Disclosure, ErrorText, Form, Submit, serverNow, showToast, TextLink } from '@reelfair/ui'
import { useForm, useWrite } from '@reelfair/web-kit'
import { useId } from 'react'
import { brandFaults, brandFormOf, CONTACT_TEXTS, entriesOf } from '../../components/brand-contact/brand-entries.ts'
import { ContactFields, FIELD_OF_CODE } from '../../components/brand-contact/contact-fields.tsx'
import { useText } from '../../messages/index.ts'

/** After a save, the session reports the brand as complete and the parent page redirects. */
export function RegistrationForm({ saved }: { saved: Brand }) {
  const { t } = useText()
  const id = useId()
  const save = useWrite('PUT', '/identity/brand', {
    changes: ['session', 'brand'],
    onDone: () => showToast(t('form-done')),
  })
  const form = useForm({
    initial: () => entriesOf(saved),
    invalidFieldsOf: brandFaults,
    messageOf: (name) => t(`form-${CONTACT_TEXTS[name]}-error`),
    request: save,
    fieldOfCode: FIELD_OF_CODE,
    onSubmit: (entries) => {
      const brand = brandFormOf(entries)
      if (brand) save.mutate(brand)
    },
  })
  const { values, submit, busy, box } = form

  return (
    <Form sheet onSubmit={submit}>
      <ContactFields form={form} />
      <Checkbox label={t('form-terms')} hint={<TermsHint />} {...box('termsAccepted')} />
      <TermsSummary />
      <ErrorText error={form.error} otherwise={t('form-save-failed')} />
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

function TermsHint() {
  const { t } = useText()
  return (
    <>
      {t('form-terms-why')} {/* They open in a new tab, so that the form keeps its values. */}
      <TextLink href="/terms" target="_blank" rel="noopener">
        {t('form-terms-read')}
      </TextLink>{' '}
      <TextLink href="/privacy" target="_blank" rel="noopener">
        {t('form-privacy-read')}
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
