import { Button, ErrorText, Form, NextStep, Submit, showToast, TextField, useNow } from '@reelfair/ui'
import { ApiError, useNavigate } from '@reelfair/web-kit'
import MailIcon from 'lucide-react/icons/mail'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../messages/index.ts'
import { type Waiting, waitingFor } from './waiting.ts'

/** The words of a page that sends a mail with a link. */
export interface MailTexts {
  readonly sent: string
  readonly sentNote: string
  readonly steps: readonly string[]
  readonly none: string
  readonly ask: string
  readonly askHint: string
  readonly done: string
}

/** What such a page needs of its mutation. */
export interface MailRequest {
  readonly isPending: boolean
  readonly error: Error | null
  send(email: string, answers: { onSuccess(answer: { resendAfterSeconds: number }): void; onError(error: Error): void }): void
}

/** The answer's cool-down goes into the navigation's state, so that a reload of the page keeps it. */
function useAsk({ isPending, error, send }: MailRequest, here: string, role: Waiting['role'], done: string) {
  const navigate = useNavigate()
  const go = (email: string, seconds: number) => void navigate(here, { replace: true, state: waitingFor(email, role, seconds) })
  const ask = (email: string) =>
    send(email, {
      onSuccess: ({ resendAfterSeconds }) => {
        showToast(done)
        go(email, resendAfterSeconds)
      },
      onError: (refusal) => {
        const { seconds } = refusal instanceof ApiError ? refusal.details : {}
        if (typeof seconds === 'number') go(email, seconds)
      },
    })
  return { ask, isPending, error }
}

interface MailProps {
  readonly texts: MailTexts
  readonly request: MailRequest
  /** The page's own address. */
  readonly here: string
}

/** "Check your mail", and a way to have it sent again. */
export function MailSent({
  texts,
  request,
  here,
  waiting,
  children,
}: MailProps & { readonly waiting: Waiting; readonly children?: ReactNode }) {
  const { t } = useText()
  const { email, role, resendAt } = waiting
  const { ask, isPending, error } = useAsk(request, here, role, texts.done)
  const seconds = Math.max(0, Math.ceil((resendAt - useNow(1_000)) / 1_000))
  return (
    <div className="shell-mail">
      {/* Asterisks mark the essential part of the sentence; an address may hold one. */}
      <NextStep sentence={`${texts.sent} *${email.replaceAll('*', '')}*`} consequence={texts.sentNote} icon={MailIcon} />
      <ol className="shell-steps">
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="shell-mail-actions">
        <Button onClick={() => ask(email)} busy={isPending} disabled={seconds > 0}>
          {t('verify-resend')}
        </Button>
        {seconds > 0 && <span className="rf-note">{t('verify-resend-in', { seconds })}</span>}
      </div>
      <ErrorText error={error} />
      <p className="rf-note">{texts.none}</p>
      {children}
    </div>
  )
}

/** Asks for the address first. */
export function AskForMail({ texts, request, here, typed = '' }: MailProps & { readonly typed?: string }) {
  const { t } = useText()
  const { ask, isPending, error } = useAsk(request, here, undefined, texts.done)
  const [email, setEmail] = useState(typed)
  const [sent, setSent] = useState(false)
  const id = useId()
  const isFaulty = !/^\S+@\S+\.\S+$/.test(email.trim())
  const submit = () => {
    setSent(true)
    if (isFaulty) document.getElementById(id)?.focus()
    else ask(email.trim())
  }
  return (
    <Form sheet onSubmit={submit}>
      <TextField
        id={id}
        label={t('email')}
        hint={texts.askHint}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={sent && isFaulty && t('email-missing')}
      />
      <ErrorText error={error} />
      <Submit wide busy={isPending}>
        {texts.ask}
      </Submit>
    </Form>
  )
}
