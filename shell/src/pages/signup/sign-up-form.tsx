import { ErrorText, Form, Submit, TextField, TextLink } from '@reelfair/ui'
import { useForm, useNavigate, useSearchParams, useWrite } from '@reelfair/web-kit'
import { useState } from 'react'
import { authPageLink, type SignUpRole } from '../../components/auth-page-link.ts'
import { RoleChoice } from '../../components/consent/role-choice.tsx'
import { TermsCheckbox } from '../../components/consent/terms-checkbox.tsx'
import { TermsSummary } from '../../components/consent/terms-summary.tsx'
import { GoogleButton } from '../../components/google/google-button.tsx'
import { NewPasswordField } from '../../components/new-password/new-password-field.tsx'
import { pendingEmailOf } from '../../components/pending-email.ts'
import { useText } from './messages/index.ts'
import { invalidFieldsOf } from './sign-up-values.ts'

export function SignUpForm({ role, redirect }: { role: SignUpRole; redirect: string | undefined }) {
  const { t } = useText()
  // A retry after a lost response would report that the account already exists.
  const signUp = useWrite('POST', '/identity/users', { retry: false })
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  /** The user pressed the Google button before accepting the Terms. */
  const [isMissing, setMissing] = useState(false)
  const { values, field, box, idOf, submit, busy } = useForm({
    initial: { email: '', password: '', termsAccepted: false },
    invalidFieldsOf,
    messageOf: (name) => (name === 'termsAccepted' ? t('terms-missing') : t(`sign-up-${name}-error`)),
    request: signUp,
    onSubmit: ({ email, password }) => {
      const address = email.trim()
      signUp.mutate(
        { email: address, password, role, termsAccepted: true, ...(redirect !== undefined && { redirect }) },
        {
          onSuccess: ({ resendAfterSeconds }) =>
            void navigate('/verify-email', { state: pendingEmailOf(address, role, resendAfterSeconds) }),
        },
      )
    },
  })
  const terms = box('termsAccepted')
  return (
    <Form sheet onSubmit={submit}>
      <RoleChoice
        role={role}
        onRole={(next) => setSearch({ role: next, ...(redirect !== undefined && { redirect }) }, { replace: true })}
      />
      <TextField label={t('email')} hint={t('sign-up-email-hint')} type="email" autoComplete="username" {...field('email')} />
      <NewPasswordField label={t('password')} {...field('password')} />
      <TermsCheckbox {...terms} error={terms.error ?? (isMissing && !values.termsAccepted ? t('terms-missing') : undefined)} />
      <TermsSummary role={role} />
      <ErrorText error={signUp.error} otherwise={t('sign-up-failed')} />
      <Submit wide busy={busy}>
        {t('sign-up')}
      </Submit>
      <GoogleButton
        role={role}
        redirect={redirect}
        termsAccepted={values.termsAccepted}
        onTermsMissing={() => {
          setMissing(true)
          document.getElementById(idOf('termsAccepted'))?.focus()
        }}
      />
      <p className="rf-note">
        {t('sign-up-have')} <TextLink href={authPageLink('/login', search, role)}>{t('sign-in')}</TextLink>
      </p>
    </Form>
  )
}
