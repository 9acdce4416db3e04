import type { Me, SecondFactorState } from '@reelfair/contracts'
import { Choice, ErrorText, Form, formatDate, Submit, showToast } from '@reelfair/ui'
import { safeRedirect, useChangeCredentials, useNavigate, useRead, useSearchParams } from '@reelfair/web-kit'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { AccountRow, UnloadedRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'
import { ProofFields, useProofForm } from '../proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

export function SecondFactorRow({ me }: { me: Me }) {
  const { t, locale } = useText()
  const factor = useRead('session', '/identity/second-factor')
  // Kept here, because the row's form changes as soon as two-step sign-in is on.
  const [codes, setCodes] = useState<readonly string[]>()
  const [search] = useSearchParams()
  const redirect = safeRedirect(search.get('redirect'))
  const navigate = useNavigate()
  if (!factor.data) return <UnloadedRow icon={Smartphone} label={t('factor')} failure={t('factor-load-failed')} query={factor} />
  const { addedAt, recoveryCodesLeft: left = 0, isRequired, hasPassword } = factor.data
  const day = addedAt && formatDate(addedAt, locale, { year: true })
  const off = t(isRequired ? 'factor-required' : 'factor-off')
  return (
    <AccountRow
      icon={Smartphone}
      label={t('factor')}
      value={day ? t('factor-since', { day, left }) : off}
      state={day ? { text: t('factor-on') } : undefined}
      action={t(day ? 'factor-change' : 'factor-set-up')}
    >
      {(close) => {
        const done = () => {
          setCodes(undefined)
          close()
        }
        const saved = () => {
          done()
          // Back to the admin page that required two-step sign-in.
          if (redirect !== undefined) void navigate(redirect, { replace: true })
        }
        if (codes) return <RecoveryCodes codes={codes} email={me.email} onSaved={saved} />
        if (day) return <ChangeForm state={factor.data} onCodes={setCodes} close={done} />
        return <SecondFactorSetup hasPassword={hasPassword} onCodes={setCodes} />
      }}
    </AccountRow>
  )
}

interface ChangeProps {
  readonly state: SecondFactorState
  readonly onCodes: (codes: readonly string[]) => void
  readonly close: () => void
}

/** Both changes need the password and a code. */
function ChangeForm({ state: { hasPassword }, onCodes, close }: ChangeProps) {
  const { t } = useText()
  const renew = useChangeCredentials('/identity/second-factor/recovery-codes', ({ recoveryCodes }) => onCodes(recoveryCodes))
  const remove = useChangeCredentials('/identity/second-factor/removals', () => {
    showToast(t('factor-removed'))
    close()
  })
  const needs = { hasPassword, hasFactor: true }
  const [change, setChange] = useState<'renew' | 'remove'>('renew')
  const request = change === 'renew' ? renew : remove
  const { field, submit, busy } = useProofForm(needs, request, ({ code = '', ...rest }) => request.mutate({ ...rest, code }))
  return (
    <Form onSubmit={submit}>
      <Choice
        label={t('factor-what')}
        look="segments"
        options={(['renew', 'remove'] as const).map((value) => ({ value, label: t(`factor-${value}`) }))}
        value={change}
        onValue={(value) => setChange(value === 'remove' ? 'remove' : 'renew')}
      />
      <p className="rf-note">{t(`factor-${change}-note`)}</p>
      <ProofFields needs={needs} field={field} />
      <ErrorText error={request.error} otherwise={t('factor-failed')} />
      <Submit busy={busy}>{t(`factor-${change}-button`)}</Submit>
    </Form>
  )
}
