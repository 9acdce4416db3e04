import { Button, ErrorText, Form, PasswordField, Submit, TextField, TextLink } from '@reelfair/ui'
import { ApiError, RouterLink, useForm, useNavigate, useSearchParams, useSignIn } from '@reelfair/web-kit'
import { authPageLink, signUpRoleOf } from '../../components/auth-page-link.ts'
import { GoogleButton } from '../../components/google/google-button.tsx'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { pendingEmailOf } from '../../components/pending-email.ts'
import { useText } from '../../messages/index.ts'

const EMPTY = { email: '', password: '' }

const invalidFieldsOf = ({ email, password }: typeof EMPTY) =>
  (['email', 'password'] as const).filter((field) => (field === 'email' ? !email.includes('@') : password === ''))

export function SignInForm({ redirect }: { redirect: string | undefined }) {
  const { t } = useText()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { values, field, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf,
    messageOf: (name) => t(`${name}-missing`),
    request: signIn,
    onSubmit: ({ email, password }) =>
      signIn.mutate(
        { email: email.trim(), password },
        { onSuccess: (me) => void navigate(placeAfterSignIn(me, redirect), { replace: true }) },
      ),
  })
  return (
    <Form sheet onSubmit={submit}>
      <TextField label={t('email')} type="email" autoComplete="username" {...field('email')} />
      <PasswordField label={t('password')} autoComplete="current-password" {...field('password')} />
      <p className="rf-note">
        <RouterLink className="rf-link" href={authPageLink('/forgot-password', search)} state={{ typed: values.email.trim() }}>
          {t('forgot-password')}
        </RouterLink>
      </p>
      <ErrorText error={signIn.error} />
      <OtherWays error={signIn.error} email={values.email.trim()} />
      <Submit wide busy={busy}>
        {t('sign-in')}
      </Submit>
      <GoogleButton role={signUpRoleOf(search)} redirect={redirect} />
      <p className="rf-note">
        {t('sign-in-none')} <TextLink href={authPageLink('/signup', search)}>{t('sign-up')}</TextLink>
      </p>
    </Form>
  )
}

/** Offers another way to sign in after too many attempts, or while the e-mail address is not confirmed. */
function OtherWays({ error, email }: { error: unknown; email: string }) {
  const { t } = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'sign_in_slowed')
    return (
      <>
        <p className="rf-note">{t('sign-in-slowed')}</p>
        <Button wide onClick={() => void navigate(authPageLink('/sign-in-link', search), { state: { typed: email } })}>
          {t('sign-in-link')}
        </Button>
      </>
    )
  if (code !== 'email_unconfirmed') return null
  return (
    <Button wide onClick={() => void navigate('/verify-email', { state: pendingEmailOf(email, undefined, 0) })}>
      {t('verify-ask')}
    </Button>
  )
}
