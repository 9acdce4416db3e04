import type { GoogleOutcome } from '@reelfair/contracts'
import { ErrorText, Form, NextStep, Submit } from '@reelfair/ui'
import { useForm, useGoogleStep } from '@reelfair/web-kit'
import { useState } from 'react'
import type { SignUpRole } from '../../components/auth-page-link.ts'
import { RoleChoice } from '../../components/consent/role-choice.tsx'
import { TermsCheckbox } from '../../components/consent/terms-checkbox.tsx'
import { TermsSummary } from '../../components/consent/terms-summary.tsx'
import { useText } from './messages/index.ts'

interface Props {
  readonly email: string
  readonly role: SignUpRole
  readonly onDone: (result: GoogleOutcome) => void
}

/** A new user who came from the sign-in page chooses a role and accepts the Terms. */
export function RegistrationForm({ email, role: initialRole, onDone }: Props) {
  const { t } = useText()
  const register = useGoogleStep('/identity/google/registrations')
  const [role, setRole] = useState(initialRole)
  const { box, submit, busy } = useForm({
    initial: { termsAccepted: false },
    invalidFieldsOf: ({ termsAccepted }) => (termsAccepted ? [] : ['termsAccepted']),
    messageOf: () => t('terms-missing'),
    request: register,
    onSubmit: () => register.mutate({ role, termsAccepted: true }, { onSuccess: onDone }),
  })
  return (
    <>
      <NextStep sentence={t('terms-lead', { email })} consequence={t('terms-lead-note')} />
      <Form sheet onSubmit={submit}>
        <RoleChoice role={role} onRole={setRole} />
        <TermsCheckbox {...box('termsAccepted')} />
        <TermsSummary role={role} />
        <ErrorText error={register.error} />
        <Submit wide busy={busy}>
          {t('terms-button')}
        </Submit>
      </Form>
    </>
  )
}
