import type { Me } from '@reelfair/contracts'
import { Form, PasswordField, Submit, serverNow, TextField } from '@reelfair/ui'
import { useForm, useRequestEmailChange } from '@reelfair/web-kit'
import { useState } from 'react'
import { RequestError } from '../../../components/request-error.tsx'
import { AccountRow } from '../account-row.tsx'
import { LinkSent } from '../link-sent.tsx'
import { useText } from '../messages/index.ts'

const EMPTY = { email: '', password: '' }

const invalidFieldsOf = ({ email, password }: typeof EMPTY) => [
  ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? [] : (['email'] as const)),
  ...(password === '' ? (['password'] as const) : []),
]

export function EmailRow({ me }: { me: Me }) {
  const { t } = useText()
  return (
    <AccountRow label={t('email')} value={<bdi>{me.email}</bdi>} state={{ text: t('email-confirmed') }}>
      {() => <EmailForm />}
    </AccountRow>
  )
}

interface Sent {
  readonly email: string
  readonly password: string
  readonly resendAt: number
}

/** Looks the same whether or not another account uses the new address. */
function EmailForm() {
  const { t } = useText()
  const ask = useRequestEmailChange()
  const [sent, setSent] = useState<Sent>()
  const send = (email: string, password: string) =>
    ask.mutate(
      { email, password },
      { onSuccess: ({ resendAfterSeconds }) => setSent({ email, password, resendAt: serverNow() + resendAfterSeconds * 1_000 }) },
    )
  const { field, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf,
    messageOf: (name) => t(name === 'email' ? 'email-error' : 'proof-password-missing'),
    request: ask,
    onSubmit: ({ email, password }) => send(email.trim(), password),
  })
  if (sent)
    return (
      <LinkSent
        text={t('email-sent', { email: sent.email })}
        note={t('email-sent-note')}
        resendAt={sent.resendAt}
        busy={ask.isPending}
        error={ask.error}
        onAgain={() => send(sent.email, sent.password)}
      />
    )
  return (
    <Form onSubmit={submit}>
      <TextField label={t('email-new')} hint={t('email-new-hint')} type="email" autoComplete="email" autoFocus {...field('email')} />
      <PasswordField label={t('proof-password')} autoComplete="current-password" {...field('password')} />
      <RequestError error={ask.error} otherwise={t('email-failed')} />
      <Submit busy={busy}>{t('email-ask')}</Submit>
    </Form>
  )
}
