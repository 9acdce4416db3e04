import { isEmail } from '@reelfair/contracts/values'
import { ErrorText, Form, NextStep, Submit, showToast, TextField } from '@reelfair/ui'
import { useForm, useNavigate } from '@reelfair/web-kit'
import MailIcon from 'lucide-react/icons/mail'
import { type ReactNode, useState } from 'react'
import { useText } from '../messages/index.ts'
import { type PendingEmail, pendingEmailOf, waitOf } from './pending-email.ts'
import { ResendButton } from './resend-button.tsx'

interface MailTexts {
  readonly sent: string
  readonly sentNote: string
  readonly steps: readonly string[]
  readonly none: string
  readonly ask: string
  readonly askHint: string
  readonly done: string
}

export interface MailRequest {
  readonly isPending: boolean
  readonly error: Error | null
  mutate(input: { email: string }, answers: { onSuccess(answer: { resendAfterSeconds: number }): void; onError(error: Error): void }): void
}

/** The navigation state stores the resend delay, so that the delay survives a page reload. */
function useAsk({ isPending, error, mutate }: MailRequest, here: string, done: string, waiting?: PendingEmail) {
  const navigate = useNavigate()
  const { role, resendAt = 0 } = waiting ?? {}
  // A second click must not send another request before the page shows the new delay.
  const [askedAt, setAskedAt] = useState<number>()
  const isAsked = askedAt === resendAt
  const go = (email: string, seconds: number) => void navigate(here, { replace: true, state: pendingEmailOf(email, role, seconds) })
  const ask = (email: string) => {
    if (isAsked) return
    setAskedAt(resendAt)
    mutate(
      { email },
      {
        onSuccess: ({ resendAfterSeconds }) => {
          showToast(done)
          go(email, resendAfterSeconds)
        },
        onError: (refusal) => {
          setAskedAt(undefined)
          const seconds = waitOf(refusal)
          if (seconds !== undefined) go(email, seconds)
        },
      },
    )
  }
  return { ask, busy: isPending || isAsked, error }
}

interface MailProps {
  readonly texts: MailTexts
  readonly request: MailRequest
  readonly here: string
}

export function MailSent({
  texts,
  request,
  here,
  waiting,
  children,
}: MailProps & { readonly waiting: PendingEmail; readonly children?: ReactNode }) {
  const { email, resendAt } = waiting
  const { ask, busy, error } = useAsk(request, here, texts.done, waiting)
  return (
    <div className="shell-mail">
      {/* NextStep uses asterisks for emphasis, so the address must not contain any. */}
      <NextStep sentence={`${texts.sent} *${email.replaceAll('*', '')}*`} consequence={texts.sentNote} icon={MailIcon} />
      <ol className="shell-steps">
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ResendButton resendAt={resendAt} busy={busy} error={error} onClick={() => ask(email)} />
      <p className="rf-note">{texts.none}</p>
      {children}
    </div>
  )
}

export function RequestMail({ texts, request, here, typed = '' }: MailProps & { readonly typed?: string }) {
  const { t } = useText()
  const { ask, error } = useAsk(request, here, texts.done)
  const { field, submit, busy } = useForm({
    initial: { email: typed },
    invalidFieldsOf: ({ email }) => (isEmail(email) ? [] : ['email']),
    messageOf: () => t('email-missing'),
    request,
    onSubmit: ({ email }) => ask(email.trim()),
  })
  return (
    <Form sheet onSubmit={submit}>
      <TextField label={t('email')} hint={texts.askHint} type="email" autoComplete="username" {...field('email')} />
      <ErrorText error={error} />
      <Submit wide busy={busy}>
        {texts.ask}
      </Submit>
    </Form>
  )
}
