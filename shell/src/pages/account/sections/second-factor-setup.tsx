import type { SecondFactorOffer } from '@reelfair/contracts'
import { Button, CopyButton, ErrorText, Form, SkeletonBlock, Submit, showToast, TextField } from '@reelfair/ui'
import { ApiError, useChangeCredentials, useForm } from '@reelfair/web-kit'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../messages/index.ts'
import { ProofFields, useProofForm } from '../proof.tsx'

/** Most visits to the account page need no QR code. */
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

interface Props {
  readonly hasPassword: boolean
  readonly onCodes: (codes: readonly string[]) => void
}

export function SecondFactorSetup({ hasPassword, onCodes }: Props) {
  const [offer, setOffer] = useState<SecondFactorOffer>()
  if (offer) return <ConfirmForm offer={offer} onCodes={onCodes} onAgain={() => setOffer(undefined)} />
  return <StartForm hasPassword={hasPassword} onOffer={setOffer} />
}

function StartForm({ hasPassword, onOffer }: { hasPassword: boolean; onOffer: (offer: SecondFactorOffer) => void }) {
  const { t } = useText()
  const needs = { hasPassword, hasFactor: false }
  const start = useChangeCredentials('/identity/second-factor/enrolments', onOffer)
  const { field, submit, busy } = useProofForm(needs, start, start.mutate)
  return (
    <Form onSubmit={submit}>
      <p>{t('factor-intro')}</p>
      <ProofFields needs={needs} field={field} />
      <ErrorText error={start.error} otherwise={t('factor-failed')} />
      <Submit busy={busy}>{t('factor-start')}</Submit>
    </Form>
  )
}

interface ConfirmProps {
  readonly offer: SecondFactorOffer
  readonly onCodes: (codes: readonly string[]) => void
  readonly onAgain: () => void
}

function ConfirmForm({ offer: { enrolment, secret, url }, onCodes, onAgain }: ConfirmProps) {
  const { t } = useText()
  const add = useChangeCredentials('/identity/second-factor', ({ recoveryCodes }) => {
    showToast(t('factor-added'))
    onCodes(recoveryCodes)
  })
  const { field, submit, busy } = useForm({
    initial: { code: '' },
    invalidFieldsOf: ({ code }) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? [] : ['code']),
    messageOf: () => t('factor-code-error'),
    request: add,
    onSubmit: ({ code }) => add.mutate({ enrolment, code }),
  })
  const isOld = add.error instanceof ApiError && add.error.code === 'enrolment_invalid'
  return (
    <Form onSubmit={submit}>
      <p>{t('factor-scan')}</p>
      <Suspense fallback={<SkeletonBlock height={200} width={200} />}>
        <QrCode text={url} label={t('factor-qr')} />
      </Suspense>
      <p className="rf-note">{t('factor-key')}</p>
      <p className="shell-factor-key">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
      <p>
        <CopyButton text={secret} label={t('factor-copy-key')} size="small" />
      </p>
      <TextField
        label={t('factor-code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        {...field('code')}
      />
      <ErrorText error={add.error} otherwise={t('factor-failed')} />
      {isOld ? <Button onClick={onAgain}>{t('factor-again')}</Button> : <Submit busy={busy}>{t('factor-confirm')}</Submit>}
    </Form>
  )
}
