import type { DeletionObstacle, Me } from '@reelfair/contracts'
import { Checkbox, ErrorLine, Form, PasswordField, Submit, TextField } from '@reelfair/ui'
import { ApiError, useForm, useWrite } from '@reelfair/web-kit'
import { RequestError } from '../../../components/request-error.tsx'
import { useText } from './messages/index.ts'
import { amountOf } from './obstacles.ts'

const EMPTY = { email: '', password: '', credits: false, cents: false }

interface DeletionFormProps {
  readonly me: Me
  /** What the user gives up, each with a checkbox. */
  readonly given: readonly DeletionObstacle[]
  readonly hasPassword: boolean
}

export function DeletionForm({ me, given, hasPassword }: DeletionFormProps) {
  const { t, locale } = useText()
  const request = useWrite('POST', '/identity/account/deletion', { changes: ['session'] })
  const credits = given.find(({ reason }) => reason === 'credits_available')
  const cents = given.find(({ reason }) => reason === 'balance_small')
  const { field, box, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf: (values) => [
      ...(credits && !values.credits ? (['credits'] as const) : []),
      ...(cents && !values.cents ? (['cents'] as const) : []),
      ...(values.email.trim().toLowerCase() === me.email.toLowerCase() ? [] : (['email'] as const)),
      ...(hasPassword && values.password === '' ? (['password'] as const) : []),
    ],
    messageOf: (name) => {
      if (name === 'email') return t('email-missing', { email: me.email })
      return t(name === 'password' ? 'password-missing' : 'waive-missing')
    },
    request,
    onSubmit: ({ email, password }) =>
      request.mutate({
        email: email.trim(),
        ...(password !== '' && { password }),
        waives: { credits: credits?.amount ?? 0, cents: cents?.amount ?? 0 },
      }),
  })
  const needsFresh = !hasPassword && request.error instanceof ApiError && request.error.code === 'fresh_sign_in_required'
  return (
    <Form onSubmit={submit}>
      {credits && <Checkbox label={t('waive-credits_available', { amount: amountOf(credits, locale) })} {...box('credits')} />}
      {cents && <Checkbox label={t('waive-balance_small', { amount: amountOf(cents, locale) })} {...box('cents')} />}
      <TextField label={t('email')} type="email" autoComplete="off" {...field('email')} />
      {hasPassword ? (
        <PasswordField label={t('password')} autoComplete="current-password" {...field('password')} />
      ) : (
        <p className="rf-note">{t('fresh')}</p>
      )}
      {needsFresh ? (
        <div role="alert">
          <ErrorLine>{t('fresh-needed')}</ErrorLine>
        </div>
      ) : (
        <RequestError error={request.error} otherwise={t('failed')} />
      )}
      <Submit busy={busy}>{t('confirm')}</Submit>
    </Form>
  )
}
