import type { DeletionObstacle, Me } from '@reelfair/contracts'
import { waiverOf } from '@reelfair/rules'
import { Checkbox, ErrorText, Form, Submit, TextField } from '@reelfair/ui'
import { useForm, useWrite } from '@reelfair/web-kit'
import { useText as useAccountText } from '../messages/index.ts'
import { EMPTY_PROOF, missingProofs, ProofFields, type ProofNeeds, proofOf } from '../proof.tsx'
import { useText } from './messages/index.ts'
import { amountOf } from './obstacles.ts'

const EMPTY = { ...EMPTY_PROOF, email: '', credits: false, cents: false }

interface DeletionFormProps {
  readonly me: Me
  /** What the user gives up, each with a checkbox. */
  readonly given: readonly DeletionObstacle[]
  readonly needs: ProofNeeds
}

export function DeletionForm({ me, given, needs }: DeletionFormProps) {
  const { t, locale } = useText()
  const { t: accountText } = useAccountText()
  const request = useWrite('POST', '/identity/account/deletion', { changes: ['session'], retry: false })
  const credits = given.find(({ reason }) => waiverOf(reason) === 'credits')
  const cents = given.find(({ reason }) => waiverOf(reason) === 'cents')
  const { field, box, submit, busy } = useForm({
    initial: EMPTY,
    invalidFieldsOf: (values) => [
      ...(credits && !values.credits ? (['credits'] as const) : []),
      ...(cents && !values.cents ? (['cents'] as const) : []),
      ...(values.email.trim().toLowerCase() === me.email.toLowerCase() ? [] : (['email'] as const)),
      ...missingProofs(needs, values),
    ],
    messageOf: (name) => {
      if (name === 'email') return t('email-missing', { email: me.email })
      return name === 'password' || name === 'code' ? accountText(`proof-${name}-missing`) : t('waive-missing')
    },
    request,
    onSubmit: (values) =>
      request.mutate({
        email: values.email.trim(),
        ...proofOf(needs, values),
        waives: { credits: credits?.amount ?? 0, cents: cents?.amount ?? 0 },
      }),
  })
  return (
    <Form onSubmit={submit}>
      {credits && <Checkbox label={t('waive-credits_available', { amount: amountOf(credits, locale) })} {...box('credits')} />}
      {cents && <Checkbox label={t(waiveTextOf(cents), { amount: amountOf(cents, locale) })} {...box('cents')} />}
      <TextField label={t('email')} type="email" autoComplete="off" {...field('email')} />
      <ProofFields needs={needs} field={field} />
      <ErrorText error={request.error} otherwise={t('failed')} />
      <Submit busy={busy}>{t('confirm')}</Submit>
    </Form>
  )
}

function waiveTextOf({ reason }: DeletionObstacle) {
  switch (reason) {
    case 'balance_payable':
      return 'waive-balance_payable'
    case 'balance_refused':
      return 'waive-balance_refused'
    default:
      return 'waive-balance_small'
  }
}
