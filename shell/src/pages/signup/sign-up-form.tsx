import { Checkbox, Choice, ErrorText, Form, PasswordField, Submit, TextField, TextLink } from '@reelfair/ui'
import { ApiError, useForm, useNavigate, useSearchParams, useSignUp } from '@reelfair/web-kit'
import { authPageLink, type SignUpRole } from '../../components/auth-page-link.ts'
import { pendingEmailOf } from '../../components/pending-email.ts'
import { useText } from './messages/index.ts'
import { invalidFieldsOf } from './sign-up-values.ts'
import { Terms } from './terms.tsx'

export function SignUpForm({ role, redirect }: { role: SignUpRole; redirect: string | undefined }) {
  const { t } = useText()
  const signUp = useSignUp()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { field, box, submit, busy } = useForm({
    initial: { email: '', password: '', termsAccepted: false },
    invalidFieldsOf,
    messageOf: (name) => t(`sign-up-${name}-error`),
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
  return (
    <Form sheet onSubmit={submit}>
      <RoleChoice role={role} redirect={redirect} />
      <TextField label={t('email')} hint={t('sign-up-email-hint')} type="email" autoComplete="username" {...field('email')} />
      <PasswordField label={t('password')} hint={t('sign-up-password-hint')} autoComplete="new-password" {...field('password')} />
      <Checkbox
        label={t('sign-up-terms')}
        // The Terms open in a new tab, so that the form keeps its input.
        hint={
          <TextLink href="/terms" target="_blank" rel="noopener">
            {t('terms-read')}
          </TextLink>
        }
        {...box('termsAccepted')}
      />
      <Terms role={role} />
      {signUp.error && !(signUp.error instanceof ApiError) ? (
        <p className="shell-problem" role="alert">
          {t('sign-up-failed')}
        </p>
      ) : (
        <ErrorText error={signUp.error} />
      )}
      <Submit wide busy={busy}>
        {t('sign-up')}
      </Submit>
      <p className="rf-note">
        {t('sign-up-have')} <TextLink href={authPageLink('/login', search, role)}>{t('sign-in')}</TextLink>
      </p>
    </Form>
  )
}

/** The URL contains the role, so that links can preselect it. */
function RoleChoice({ role, redirect }: { role: SignUpRole; redirect: string | undefined }) {
  const { t } = useText()
  const [, setSearch] = useSearchParams()
  return (
    <Choice
      label={t('for-whom')}
      look="segments"
      options={[
        { value: 'creator', label: t('sign-up-creator') },
        { value: 'brand', label: t('sign-up-brand') },
      ]}
      value={role}
      onValue={(next) => setSearch({ role: next, ...(redirect !== undefined && { redirect }) }, { replace: true })}
    />
  )
}
