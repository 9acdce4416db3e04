import { Button, ErrorText, Form, Page, PasswordField, Section, Submit, TextField, TextLink } from '@reelfair/ui'
import {
  ApiError,
  afterSignIn,
  Navigate,
  type Notice,
  safeRedirect,
  sentenceOfField,
  useLocation,
  useNavigate,
  usePage,
  useSearchParams,
  useSession,
  useSignIn,
} from '@reelfair/web-kit'
import { useId, useState } from 'react'
import { authPageLink } from '../../components/auth-page-link.ts'
import { pendingEmailOf } from '../../components/pending-email.ts'
import { useText } from '../../messages/index.ts'
import { SignUpOptions } from './sign-up-options.tsx'

/** Sign-in page. After sign-in, opens the requested page or the user's home page. */
export function LoginPage() {
  const { t, locale } = useText()
  usePage(t('sign-in'))
  const session = useSession()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const notice = (useLocation().state as { notice?: Notice } | null)?.notice
  const redirect = safeRedirect(search.get('redirect'))
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  // Validate on submit, not while the user is typing.
  const [sent, setSent] = useState(false)
  const ids = { email: useId(), password: useId() }

  if (session.state === 'present') return <Navigate to={afterSignIn(session.me, redirect)} replace />

  const missing = sent ? { email: !email.includes('@'), password: password === '' } : { email: false, password: false }
  const submit = () => {
    setSent(true)
    const first = !email.includes('@') ? ids.email : password === '' ? ids.password : undefined
    if (first) document.getElementById(first)?.focus()
    else
      signIn.mutate({ email: email.trim(), password }, { onSuccess: (me) => void navigate(afterSignIn(me, redirect), { replace: true }) })
  }

  const code = signIn.error instanceof ApiError ? signIn.error.code : undefined

  return (
    <Page>
      <Section title={t('sign-in')} level={1} note={t('sign-in-note')}>
        {notice && (
          <p className="shell-notice" role="status">
            {t(`notice-${notice}`)}
          </p>
        )}
        <div className="shell-door">
          <Form sheet onSubmit={submit}>
            <TextField
              id={ids.email}
              label={t('email')}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={missing.email ? t('email-missing') : sentenceOfField(signIn.error, 'email', locale, t('email-missing'))}
            />
            <PasswordField
              id={ids.password}
              label={t('password')}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              error={missing.password && t('password-missing')}
            />
            <ErrorText error={signIn.error} />
            {code === 'sign_in_slowed' && (
              <>
                <p className="rf-note">{t('sign-in-slowed')}</p>
                <Button wide onClick={() => void navigate(authPageLink('/sign-in-link', search), { state: { typed: email.trim() } })}>
                  {t('sign-in-link')}
                </Button>
              </>
            )}
            {code === 'email_unconfirmed' && (
              <Button wide onClick={() => void navigate('/verify-email', { state: pendingEmailOf(email.trim(), undefined, 0) })}>
                {t('verify-ask')}
              </Button>
            )}
            <Submit wide busy={signIn.isPending}>
              {t('sign-in')}
            </Submit>
            <p className="rf-note">
              {t('sign-in-none')} <TextLink href={authPageLink('/signup', search)}>{t('sign-up')}</TextLink>
            </p>
          </Form>
          <SignUpOptions />
        </div>
      </Section>
    </Page>
  )
}
