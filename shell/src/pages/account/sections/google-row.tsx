import type { GoogleConnection } from '@reelfair/contracts'
import { ErrorText, Form, PasswordField, Submit, showToast } from '@reelfair/ui'
import { ApiError, offersGoogle, useDisconnectGoogle, useForm, useRead, useStartGoogle } from '@reelfair/web-kit'
import { GoogleMark } from '../../../components/google/google-mark.tsx'
import { RequestError } from '../../../components/request-error.tsx'
import { AccountRow, UnloadedRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

/** Hidden if the operator has not set up Google. */
export function GoogleRow() {
  const { t } = useText()
  const connection = useRead('session', '/identity/google/connection')
  const { data } = connection
  if (!data) {
    if (!connection.error && !offersGoogle()) return null
    return <UnloadedRow icon={GoogleMark} label={t('google')} failure={t('google-load-failed')} query={connection} />
  }
  if (!data.available && data.email === undefined) return null
  const { email } = data
  return (
    <AccountRow
      // Closes the form when the connection changes.
      key={email}
      icon={GoogleMark}
      label={t('google')}
      value={email === undefined ? t('google-none') : <bdi>{email}</bdi>}
      state={email === undefined ? undefined : { text: t('google-connected') }}
      action={t(email === undefined ? 'google-connect' : 'google-disconnect')}
    >
      {() => (email === undefined ? <ConnectForm hasPassword={data.hasPassword} /> : <DisconnectForm connection={data} />)}
    </AccountRow>
  )
}

/** Asks for the password only if the user signed in too long ago. */
function ConnectForm({ hasPassword }: Pick<GoogleConnection, 'hasPassword'>) {
  const { t } = useText()
  const start = useStartGoogle('/identity/google/connections')
  const code = start.error instanceof ApiError ? start.error.code : undefined
  const asksPassword = hasPassword && code !== undefined && code !== 'too_many_requests'
  const { field, submit } = useForm({
    initial: { password: '' },
    invalidFieldsOf: ({ password }) => (asksPassword && password === '' ? ['password'] : []),
    messageOf: () => t('proof-password-missing'),
    onSubmit: ({ password }) => start.mutate(password === '' ? {} : { password }),
  })
  return (
    <Form onSubmit={submit}>
      <p className="rf-note">{t('google-connect-note')}</p>
      {asksPassword && <PasswordField label={t('proof-password')} autoComplete="current-password" {...field('password')} />}
      <ErrorText error={start.error} />
      <Submit busy={start.isPending}>{t('google-connect-button')}</Submit>
    </Form>
  )
}

function DisconnectForm({ connection: { hasPassword } }: { connection: GoogleConnection }) {
  const { t } = useText()
  const disconnect = useDisconnectGoogle()
  if (!hasPassword) return <p className="rf-note">{t('google-password-first')}</p>
  return (
    <Form onSubmit={() => disconnect.mutate(undefined, { onSuccess: () => showToast(t('google-disconnected')) })}>
      <p className="rf-note">{t('google-disconnect-note')}</p>
      <RequestError error={disconnect.error} otherwise={t('google-failed')} />
      <Submit busy={disconnect.isPending}>{t('google-disconnect-button')}</Submit>
    </Form>
  )
}
