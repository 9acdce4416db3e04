import { ErrorText, Form, Submit, showToast } from '@reelfair/ui'
import { offersGoogle, useChangeCredentials, useRead, useStartGoogle } from '@reelfair/web-kit'
import { GoogleMark } from '../../../components/google/google-mark.tsx'
import { AccountRow, UnloadedRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'
import { Proof, ProofFields, type ProofNeeds, useProofForm } from '../proof.tsx'

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
      {() => <Proof>{(needs) => (email === undefined ? <ConnectForm needs={needs} /> : <DisconnectForm needs={needs} />)}</Proof>}
    </AccountRow>
  )
}

function ConnectForm({ needs }: { needs: ProofNeeds }) {
  const { t } = useText()
  const start = useStartGoogle('/identity/google/connections')
  const { field, submit, busy } = useProofForm(needs, start, start.mutate)
  return (
    <Form onSubmit={submit}>
      <p className="rf-note">{t('google-connect-note')}</p>
      <ProofFields needs={needs} field={field} />
      <ErrorText error={start.error} otherwise={t('google-connect-failed')} />
      <Submit busy={busy}>{t('google-connect-button')}</Submit>
    </Form>
  )
}

function DisconnectForm({ needs }: { needs: ProofNeeds }) {
  const { t } = useText()
  const disconnect = useChangeCredentials('/identity/google/disconnections', () => showToast(t('google-disconnected')))
  const { field, submit, busy } = useProofForm(needs, disconnect, disconnect.mutate)
  if (!needs.hasPassword) return <p className="rf-note">{t('google-password-first')}</p>
  return (
    <Form onSubmit={submit}>
      <p className="rf-note">{t('google-disconnect-note')}</p>
      <ProofFields needs={needs} field={field} />
      <ErrorText error={disconnect.error} otherwise={t('google-failed')} />
      <Submit busy={busy}>{t('google-disconnect-button')}</Submit>
    </Form>
  )
}
