import { Checkbox, Choice, ErrorText, Form, Page, PasswordField, Section, Submit, TextField, TextLink } from '@reelfair/ui'
import {
  ApiError,
  afterSignIn,
  Navigate,
  safeRedirect,
  sentenceOfField,
  useNavigate,
  usePage,
  useSearchParams,
  useSession,
  useSignUp,
} from '@reelfair/web-kit'
import { useId, useState } from 'react'
import { authPageLink, type SignUpRole } from '../../components/auth-page-link.ts'
import { pendingEmailOf } from '../../components/pending-email.ts'
import { useText } from './messages/index.ts'
import { NextSteps } from './next-steps.tsx'
import { type Fault, invalidFieldsOf } from './sign-up-values.ts'
import { Terms } from './terms.tsx'

const EMPTY = { email: '', password: '', termsAccepted: false }

/** Sign-up page for creators and brands. An account must confirm its e-mail address before its first sign-in. */
export function SignupPage() {
  const { t, locale } = useText()
  usePage(t('sign-up'))
  const session = useSession()
  const signUp = useSignUp()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const redirect = safeRedirect(search.get('redirect'))
  const role: SignUpRole = search.get('role') === 'brand' ? 'brand' : 'creator'
  const [entries, setEntries] = useState(EMPTY)
  // Validate on submit, not while the user is typing.
  const [sent, setSent] = useState(false)
  const id = useId()

  if (session.state === 'present') return <Navigate to={afterSignIn(session.me, redirect)} replace />

  const refusal = signUp.error instanceof ApiError ? signUp.error : undefined
  const faults = sent ? invalidFieldsOf(entries) : []
  const errorOf = (field: Fault) => {
    const own = t(`sign-up-${field}-error`)
    return faults.includes(field) ? own : sentenceOfField(refusal, field, locale, own)
  }
  const change = (part: Partial<typeof EMPTY>) => setEntries((before) => ({ ...before, ...part }))
  const submit = () => {
    setSent(true)
    const [first] = invalidFieldsOf(entries)
    if (first) return document.getElementById(`${id}-${first}`)?.focus()
    const email = entries.email.trim()
    signUp.mutate(
      { email, password: entries.password, role, termsAccepted: true, ...(redirect !== undefined && { redirect }) },
      { onSuccess: ({ resendAfterSeconds }) => void navigate('/verify-email', { state: pendingEmailOf(email, role, resendAfterSeconds) }) },
    )
  }

  return (
    <Page>
      <Section title={t('sign-up')} level={1} note={t(`sign-up-note-${role}`)}>
        <div className="shell-door">
          <Form sheet onSubmit={submit}>
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
            <TextField
              id={`${id}-email`}
              label={t('email')}
              hint={t('sign-up-email-hint')}
              type="email"
              autoComplete="username"
              value={entries.email}
              onChange={(event) => change({ email: event.target.value })}
              error={errorOf('email')}
            />
            <PasswordField
              id={`${id}-password`}
              label={t('password')}
              hint={t('sign-up-password-hint')}
              autoComplete="new-password"
              value={entries.password}
              onChange={(event) => change({ password: event.target.value })}
              error={errorOf('password')}
            />
            <Checkbox
              id={`${id}-termsAccepted`}
              label={t('sign-up-terms')}
              // Opens in a new tab, so that the form keeps its input.
              hint={
                <TextLink href="/terms" target="_blank" rel="noopener">
                  {t('terms-read')}
                </TextLink>
              }
              checked={entries.termsAccepted}
              onChange={(event) => change({ termsAccepted: event.target.checked })}
              error={errorOf('termsAccepted')}
            />
            <Terms role={role} />
            {signUp.error && !refusal ? (
              <p className="shell-problem" role="alert">
                {t('sign-up-failed')}
              </p>
            ) : (
              <ErrorText error={signUp.error} />
            )}
            <Submit wide busy={signUp.isPending}>
              {t('sign-up')}
            </Submit>
            <p className="rf-note">
              {t('sign-up-have')} <TextLink href={authPageLink('/login', search, role)}>{t('sign-in')}</TextLink>
            </p>
          </Form>
          <NextSteps role={role} />
        </div>
      </Section>
    </Page>
  )
}
