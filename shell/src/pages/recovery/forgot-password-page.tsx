import { Page, Section, TextLink } from '@reelfair/ui'
import { useLocation, usePage, useSearchParams, useWrite } from '@reelfair/web-kit'
import { authPageLink } from '../../components/auth-page-link.ts'
import { MailSent, RequestMail } from '../../components/mail-form.tsx'
import { readPendingEmail, readTypedEmail } from '../../components/pending-email.ts'
import { useText } from './messages/index.ts'

/** The page looks the same whether or not the e-mail address has an account. Signed-in users may open it too. */
export function ForgotPasswordPage() {
  const { t } = useText()
  usePage(t('forgot-title'))
  const { state } = useLocation()
  const waiting = readPendingEmail(state)
  const [search] = useSearchParams()
  const request = useWrite('POST', '/identity/password-resets', { retry: false })
  const texts = {
    sent: t('forgot-sent'),
    sentNote: t('forgot-sent-note'),
    steps: [t('forgot-step-1'), t('forgot-step-2')],
    none: t('forgot-none'),
    ask: t('forgot-ask'),
    askHint: t('forgot-hint'),
    done: t('forgot-done'),
  }
  const parts = { texts, request, here: authPageLink('/forgot-password', search) }
  return (
    <Page>
      <Section title={t('forgot-title')} level={1} note={t('forgot-note')}>
        {waiting ? <MailSent {...parts} waiting={waiting} /> : <RequestMail {...parts} typed={readTypedEmail(state)} />}
        <p className="rf-note">
          <TextLink href={authPageLink('/login', search)}>{t('back')}</TextLink>
        </p>
      </Section>
    </Page>
  )
}
