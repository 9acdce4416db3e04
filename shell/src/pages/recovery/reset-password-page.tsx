import type { SignedIn } from '@reelfair/contracts'
import { isPasswordLength } from '@reelfair/contracts/values'
import { ButtonLink, ErrorText, Form, NextStep, PasswordField, Submit } from '@reelfair/ui'
import { useDeadLink, useForm, useNavigate, useResetPassword } from '@reelfair/web-kit'
import { useEffect } from 'react'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { LinkPage } from '../../components/link-page.tsx'
import { NewPasswordField } from '../../components/new-password/new-password-field.tsx'
import { useText } from './messages/index.ts'

/** Time to read that the password was updated. @source specification §2 */
const HOME_AFTER_MS = 300

/** Mail scanners open links, so only the form's button uses the link; opening the page only checks it. */
export function ResetPasswordPage() {
  const { t } = useText()
  return (
    <LinkPage title={t('reset-title')} note={t('reset-note')}>
      {(token) => <Reset token={token} />}
    </LinkPage>
  )
}

function Reset({ token }: { token: string | undefined }) {
  const { t } = useText()
  const reset = useResetPassword()
  const dead = useDeadLink('reset', token, reset)
  if (reset.data) return <Done result={reset.data} />
  if (token && !dead) return <PasswordForm token={token} reset={reset} />
  return (
    <div className="shell-confirm">
      <NextStep
        sentence={t(token ? 'dead' : 'incomplete')}
        consequence={t('reset-dead-note')}
        action={
          <ButtonLink href="/forgot-password" look="filled">
            {t('reset-new-link')}
          </ButtonLink>
        }
      />
      <ErrorText error={dead} />
    </div>
  )
}

function Done({ result }: { result: SignedIn }) {
  const { t } = useText()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(placeAfterSignIn(result, undefined), { replace: true }), HOME_AFTER_MS)
    return () => clearTimeout(timer)
  }, [result, navigate])
  return (
    <div className="shell-confirm" role="status">
      <NextStep sentence={t('reset-done')} consequence={t('secondStep' in result ? 'reset-done-code' : 'reset-done-note')} />
    </div>
  )
}

const EMPTY = { password: '', repeat: '' }

/** @source specification §5 */
const invalidFieldsOf = ({ password, repeat }: typeof EMPTY) => [
  ...(isPasswordLength(password) ? [] : (['password'] as const)),
  ...(repeat !== password ? (['repeat'] as const) : []),
]

function PasswordForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const { t } = useText()
  const { field, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf,
    messageOf: (name) => t(`reset-${name}-error`),
    request: reset,
    onSubmit: ({ password }) => reset.mutate({ token, password }),
  })
  return (
    <Form sheet onSubmit={submit}>
      <NewPasswordField label={t('reset-password')} {...field('password')} />
      <PasswordField label={t('reset-repeat')} autoComplete="new-password" {...field('repeat')} />
      <ErrorText error={reset.error} otherwise={t('reset-failed')} />
      <Submit wide busy={busy}>
        {t('reset-button')}
      </Submit>
    </Form>
  )
}
