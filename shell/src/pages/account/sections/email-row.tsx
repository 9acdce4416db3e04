import type { ConfirmationSent, Me } from '@reelfair/contracts'
import { Form, Submit, serverNow, TextField } from '@reelfair/ui'
import { useForm, useRequestEmailChange } from '@reelfair/web-kit'
import { useState } from 'react'
import { RequestError } from '../../../components/request-error.tsx'
import { AccountRow } from '../account-row.tsx'
import { LinkSent } from '../link-sent.tsx'
import { useText } from '../messages/index.ts'
import { EMPTY_PROOF, missingProofs, Proof, ProofFields, type ProofNeeds, proofOf } from '../proof.tsx'

const EMPTY = { ...EMPTY_PROOF, email: '' }

export function EmailRow({ me }: { me: Me }) {
  const { t } = useText()
  return (
    <AccountRow label={t('email')} value={<bdi>{me.email}</bdi>} state={{ text: t('email-confirmed') }}>
      {() => <Proof>{(needs) => <EmailForm needs={needs} />}</Proof>}
    </AccountRow>
  )
}

/** Looks the same whether or not another account uses the new address. */
function EmailForm({ needs }: { needs: ProofNeeds }) {
  const { t } = useText()
  const ask = useRequestEmailChange()
  const [sent, setSent] = useState<{ readonly email: string; readonly resendAt: number }>()
  const send = (values: typeof EMPTY) => {
    const email = values.email.trim()
    const onSuccess = ({ resendAfterSeconds }: ConfirmationSent) => setSent({ email, resendAt: serverNow() + resendAfterSeconds * 1_000 })
    ask.mutate({ ...proofOf(needs, values), password: values.password, email }, { onSuccess })
  }
  const { values, set, field, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf: (given) => [
      ...(/^\S+@\S+\.\S+$/.test(given.email.trim()) ? [] : (['email'] as const)),
      ...missingProofs(needs, given),
    ],
    messageOf: (name) => t(name === 'email' ? 'email-error' : `proof-${name}-missing`),
    request: ask,
    onSubmit: send,
  })
  /** A code works once, so the form asks for another one. */
  const again = () => {
    if (!needs.hasFactor) return send(values)
    set({ code: '' })
    setSent(undefined)
  }
  if (!needs.hasPassword) return <p className="rf-note">{t('email-password-first')}</p>
  if (sent)
    return (
      <LinkSent
        text={t('email-sent', { email: sent.email })}
        note={t('email-sent-note')}
        resendAt={sent.resendAt}
        busy={ask.isPending}
        error={ask.error}
        onAgain={again}
      />
    )
  return (
    <Form onSubmit={submit}>
      <TextField label={t('email-new')} hint={t('email-new-hint')} type="email" autoComplete="email" autoFocus {...field('email')} />
      <ProofFields needs={needs} field={field} />
      <RequestError error={ask.error} otherwise={t('email-failed')} />
      <Submit busy={busy}>{t('email-ask')}</Submit>
    </Form>
  )
}
