import type { Brand } from '@reelfair/contracts'
import { ErrorText, Form, Submit, showToast } from '@reelfair/ui'
import { useForm, useWrite } from '@reelfair/web-kit'
import { brandFaults, brandFormOf, CONTACT_TEXTS, entriesOf } from '../../components/brand-contact/brand-entries.ts'
import { ContactFields, FIELD_OF_CODE } from '../../components/brand-contact/contact-fields.tsx'
import { useText } from './messages/index.ts'

/** Unlike the registration form, does not ask the user to accept the terms again. */
export function ContactForm({ saved }: { saved: Brand }) {
  const { t } = useText()
  const save = useWrite('PUT', '/identity/brand/contact', {
    changes: ['session', 'brand'],
    onDone: () => showToast(t('contact-done')),
  })
  const form = useForm({
    initial: () => ({ ...entriesOf(saved), termsAccepted: true }),
    invalidFieldsOf: brandFaults,
    messageOf: (name) => t(`form-${CONTACT_TEXTS[name]}-error`),
    request: save,
    fieldOfCode: FIELD_OF_CODE,
    onSubmit: (entries) => {
      const { termsAccepted: _, ...contact } = brandFormOf(entries) ?? {}
      if ('brandName' in contact) save.mutate(contact)
    },
  })
  return (
    <Form sheet onSubmit={form.submit}>
      <ContactFields form={form} />
      <ErrorText error={form.error} />
      <Submit wide busy={save.isPending}>
        {t('contact-save')}
      </Submit>
    </Form>
  )
}
