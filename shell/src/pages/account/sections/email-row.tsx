import type { Me } from '@reelfair/contracts'
import { isEmail } from '@reelfair/contracts/values'
import { ErrorText, Form, Submit, TextField } from '@reelfair/ui'
import { useForm, useWrite } from '@reelfair/web-kit'
import { AccountRow } from '../account-row.tsx'
import { LinkSent, useSentLink } from '../link-sent.tsx'
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
  const ask = useWrite('POST', '/identity/email-changes', { retry: false })
  const { sent, forget, answersFor } = useSentLink()
  const send = (values: typeof EMPTY) => {
    const email = values.email.trim()
    ask.mutate({ ...proofOf(needs, values), password: values.password, email }, answersFor(email))
  }
  const { values, set, field, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf: (given) => [...(isEmail(given.email) ? [] : (['email'] as const)), ...missingProofs(needs, given)],
    messageOf: (name) => t(name === 'email' ? 'email-error' : `proof-${name}-missing`),
    request: ask,
    onSubmit: send,
  })
  /** A code works once, so the form asks for another one. */
  const again = () => {
    if (!needs.hasFactor) return send(values)
    set({ code: '' })
    forget()
  }
  if (!needs.hasPassword) return <p className="rf-note">{t('email-password-first')}</p>
  if (sent)
    return <LinkSent text={t('email-sent', { email: sent.email })} note={t('email-sent-note')} sent={sent} request={ask} onAgain={again} />
  return (
    <Form onSubmit={submit}>
      <TextField label={t('email-new')} hint={t('email-new-hint')} type="email" autoComplete="email" autoFocus {...field('email')} />
      <ProofFields needs={needs} field={field} />
      <ErrorText error={ask.error} otherwise={t('email-failed')} />
      <Submit busy={busy}>{t('email-ask')}</Submit>
    </Form>
  )
}
