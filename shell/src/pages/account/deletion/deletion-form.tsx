import type { DeletionObstacle, Me } from '@reelfair/contracts'
import { Checkbox, Form, PasswordField, Submit, TextField } from '@reelfair/ui'
import { useForm, useWrite } from '@reelfair/web-kit'
import { RequestError } from '../../../components/request-error.tsx'
import { useText } from './messages/index.ts'
import { amountOf, isBalanceGivenUp } from './obstacles.ts'

const EMPTY = { email: '', password: '', code: '', credits: false, cents: false }

interface DeletionFormProps {
  readonly me: Me
  /** What the user gives up, each with a checkbox. */
  readonly given: readonly DeletionObstacle[]
  readonly hasPassword: boolean
  /** Whether two-step sign-in is on. */
  readonly hasFactor: boolean
}

export function DeletionForm({ me, given, hasPassword, hasFactor }: DeletionFormProps) {
  const { t, locale } = useText()
  const request = useWrite('POST', '/identity/account/deletion', { changes: ['session'] })
  const credits = given.find(({ reason }) => reason === 'credits_available')
  const cents = given.find(({ reason }) => isBalanceGivenUp(reason))
  const { field, box, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf: (values) => [
      ...(credits && !values.credits ? (['credits'] as const) : []),
      ...(cents && !values.cents ? (['cents'] as const) : []),
      ...(values.email.trim().toLowerCase() === me.email.toLowerCase() ? [] : (['email'] as const)),
      ...(hasPassword && values.password === '' ? (['password'] as const) : []),
      ...(hasFactor && values.code.trim() === '' ? (['code'] as const) : []),
    ],
    messageOf: (name) => {
      if (name === 'email') return t('email-missing', { email: me.email })
      return t(name === 'password' || name === 'code' ? `${name}-missing` : 'waive-missing')
    },
    request,
    onSubmit: ({ email, password, code }) =>
      request.mutate({
        email: email.trim(),
        ...(hasPassword && { password }),
        ...(hasFactor && { code }),
        waives: { credits: credits?.amount ?? 0, cents: cents?.amount ?? 0 },
      }),
  })
  return (
    <Form onSubmit={submit}>
      {credits && <Checkbox label={t('waive-credits_available', { amount: amountOf(credits, locale) })} {...box('credits')} />}
      {cents && (
        <Checkbox
          label={t(cents.reason === 'balance_refused' ? 'waive-balance_refused' : 'waive-balance_small', {
            amount: amountOf(cents, locale),
          })}
          {...box('cents')}
        />
      )}
      <TextField label={t('email')} type="email" autoComplete="off" {...field('email')} />
      {hasPassword ? (
        <PasswordField label={t('password')} autoComplete="current-password" {...field('password')} />
      ) : (
        <p className="rf-note">{t('fresh')}</p>
      )}
      {hasFactor && <TextField label={t('code')} autoComplete="one-time-code" spellCheck={false} maxLength={40} {...field('code')} />}
      <RequestError error={request.error} otherwise={t('failed')} />
      <Submit busy={busy}>{t('confirm')}</Submit>
    </Form>
  )
}
