import type { AccountSettings, Me } from '@reelfair/contracts'
import { isPasswordLength } from '@reelfair/contracts/values'
import { ErrorText, Form, formatDate, PasswordField, Submit, showToast } from '@reelfair/ui'
import { useChangePassword, useForm, useWrite } from '@reelfair/web-kit'
import KeyRound from 'lucide-react/icons/key-round'
import { NewPasswordField } from '../../../components/new-password/new-password-field.tsx'
import { AccountRow } from '../account-row.tsx'
import { LinkSent, useSentLink } from '../link-sent.tsx'
import { useText } from '../messages/index.ts'

const EMPTY = { currentPassword: '', password: '' }

const invalidFieldsOf = ({ currentPassword, password }: typeof EMPTY) => [
  ...(currentPassword === '' ? (['currentPassword'] as const) : []),
  ...(isPasswordLength(password) ? [] : (['password'] as const)),
]

export function PasswordRow({ me, account: { passwordChangedAt } }: { me: Me; account: AccountSettings }) {
  const { t, locale } = useText()
  if (passwordChangedAt === undefined)
    return (
      <AccountRow icon={KeyRound} label={t('password')} value={t('password-none')} action={t('password-set')}>
        {() => <SetPassword email={me.email} />}
      </AccountRow>
    )
  const day = formatDate(passwordChangedAt, locale, { year: true })
  return (
    <AccountRow icon={KeyRound} label={t('password')} value={t('password-since', { day })}>
      {(close) => <PasswordForm close={close} />}
    </AccountRow>
  )
}

function PasswordForm({ close }: { close: () => void }) {
  const { t } = useText()
  const change = useChangePassword()
  const done = () => {
    showToast(t('password-done'))
    close()
  }
  const { field, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf,
    messageOf: (name) => t(name === 'password' ? 'password-new-error' : 'proof-password-missing'),
    request: change,
    onSubmit: (values) => change.mutate(values, { onSuccess: done }),
  })
  return (
    <Form onSubmit={submit}>
      <PasswordField label={t('proof-password')} autoComplete="current-password" autoFocus {...field('currentPassword')} />
      <NewPasswordField label={t('password-new')} {...field('password')} />
      <ErrorText error={change.error} otherwise={t('password-failed')} />
      <Submit busy={busy}>{t('password-save')}</Submit>
    </Form>
  )
}

/** Only a link in an e-mail may set a first password, because a session alone does not prove who the user is. */
function SetPassword({ email }: { email: string }) {
  const { t } = useText()
  const ask = useWrite('POST', '/identity/password-resets', { retry: false })
  const { sent, answersFor } = useSentLink()
  const send = () => ask.mutate({ email }, answersFor(email))
  if (sent) return <LinkSent text={t('password-sent', { email })} note={t('password-sent-note')} sent={sent} request={ask} onAgain={send} />
  return (
    <Form onSubmit={send}>
      <p className="rf-note">{t('password-set-note')}</p>
      <ErrorText error={ask.error} otherwise={t('password-set-failed')} />
      <Submit busy={ask.isPending}>{t('password-set-button')}</Submit>
    </Form>
  )
}
