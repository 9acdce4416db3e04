import type { AccountSettings } from '@reelfair/contracts'
import { Form, formatDate, PasswordField, Submit, showToast } from '@reelfair/ui'
import { useChangePassword, useForm } from '@reelfair/web-kit'
import KeyRound from 'lucide-react/icons/key-round'
import { NewPasswordField } from '../../../components/new-password/new-password-field.tsx'
import { RequestError } from '../../../components/request-error.tsx'
import { AccountRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

const EMPTY = { currentPassword: '', password: '' }

/** @source decisions §7: 6 to 128 characters */
const invalidFieldsOf = ({ currentPassword, password }: typeof EMPTY) => [
  ...(currentPassword === '' ? (['currentPassword'] as const) : []),
  ...(password.length < 6 || password.length > 128 ? (['password'] as const) : []),
]

export function PasswordRow({ account }: { account: AccountSettings }) {
  const { t, locale } = useText()
  const day = formatDate(account.passwordChangedAt, locale, { year: true })
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
    messageOf: (name) => t(name === 'password' ? 'password-new-error' : 'password-current-missing'),
    request: change,
    onSubmit: (values) => change.mutate(values, { onSuccess: done }),
  })
  return (
    <Form onSubmit={submit}>
      <PasswordField label={t('password-current')} autoComplete="current-password" autoFocus {...field('currentPassword')} />
      <NewPasswordField label={t('password-new')} {...field('password')} />
      <RequestError error={change.error} otherwise={t('password-failed')} />
      <Submit busy={busy}>{t('password-save')}</Submit>
    </Form>
  )
}
