import { Button, ErrorText, Form, NextStep, Page, Section, Submit, showToast, TextField, TextLink, useNow } from '@reelfair/ui'
import { ApiError, useLocation, useNavigate, usePage, useResendConfirmation } from '@reelfair/web-kit'
import MailIcon from 'lucide-react/icons/mail'
import { useId, useState } from 'react'
import { readWaiting, type Waiting, waitingFor } from '../../components/waiting.ts'
import { useText } from '../../messages/index.ts'

/** "Check your mail", and a way to have it sent again. Who comes without an address is asked for it. */
export function VerifyEmailPage() {
  const { t } = useText()
  usePage(t('verify-title'))
  const waiting = readWaiting(useLocation().state)
  return (
    <Page>
      <Section title={t('verify-title')} level={1} note={t('verify-note')}>
        {waiting ? <MailSent waiting={waiting} /> : <AskForMail />}
      </Section>
    </Page>
  )
}

function MailSent({ waiting: { email, role, resendAt } }: { waiting: Waiting }) {
  const { t } = useText()
  const resend = useAsk(role)
  const seconds = Math.max(0, Math.ceil((resendAt - useNow(1_000)) / 1_000))
  return (
    <div className="shell-mail">
      {/* Asterisks mark the essential part of the sentence; an address may hold one. */}
      <NextStep sentence={`${t('verify-sent')} *${email.replaceAll('*', '')}*`} consequence={t('verify-sent-note')} icon={MailIcon} />
      <ol className="shell-steps">
        <li>{t('verify-step-1')}</li>
        <li>{t('verify-step-2')}</li>
        <li>{t(role === 'brand' ? 'verify-step-3-brand' : 'verify-step-3-creator')}</li>
      </ol>
      <div className="shell-mail-actions">
        <Button onClick={() => resend.ask(email)} busy={resend.isPending} disabled={seconds > 0}>
          {t('verify-resend')}
        </Button>
        {seconds > 0 && <span className="rf-note">{t('verify-resend-in', { seconds })}</span>}
      </div>
      <ErrorText error={resend.error} />
      <p className="rf-note">{t('verify-none')}</p>
      <p className="rf-note">
        {t('verify-wrong')} <TextLink href={role ? `/signup?role=${role}` : '/signup'}>{t('verify-other')}</TextLink>
      </p>
    </div>
  )
}

function AskForMail() {
  const { t } = useText()
  const resend = useAsk(undefined)
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const id = useId()
  const isFaulty = !/^\S+@\S+\.\S+$/.test(email.trim())
  const submit = () => {
    setSent(true)
    if (isFaulty) document.getElementById(id)?.focus()
    else resend.ask(email.trim())
  }
  return (
    <Form sheet onSubmit={submit}>
      <TextField
        id={id}
        label={t('email')}
        hint={t('verify-ask-hint')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={sent && isFaulty && t('email-missing')}
      />
      <ErrorText error={resend.error} />
      <Submit wide busy={resend.isPending}>
        {t('verify-ask')}
      </Submit>
    </Form>
  )
}

/** Sends the request and remembers, in the navigation's state, when the next one is allowed. */
function useAsk(role: Waiting['role']) {
  const { t } = useText()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useResendConfirmation()
  const go = (email: string, seconds: number) => void navigate('/verify-email', { replace: true, state: waitingFor(email, role, seconds) })
  const ask = (email: string) =>
    mutate(email, {
      onSuccess: ({ resendAfterSeconds }) => {
        showToast(t('verify-done'))
        go(email, resendAfterSeconds)
      },
      onError: (refusal) => {
        const { seconds } = refusal instanceof ApiError ? refusal.details : {}
        if (typeof seconds === 'number') go(email, seconds)
      },
    })
  return { ask, isPending, error }
}
