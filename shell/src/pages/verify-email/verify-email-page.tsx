import { Page, Section, TextLink } from '@reelfair/ui'
import { useLocation, usePage, useWrite } from '@reelfair/web-kit'
import { MailSent, RequestMail } from '../../components/mail-form.tsx'
import { readPendingEmail } from '../../components/pending-email.ts'
import { useText } from './messages/index.ts'

/** The page asks for the e-mail address if the navigation state has none. */
export function VerifyEmailPage() {
  const { t } = useText()
  usePage(t('verify-title'))
  const waiting = readPendingEmail(useLocation().state)
  const request = useWrite('POST', '/identity/confirmations/resend', { retry: false })
  const role = waiting?.role
  const texts = {
    sent: t('verify-sent'),
    sentNote: t('verify-sent-note'),
    steps: [t('verify-step-1'), t('verify-step-2'), t(role === 'brand' ? 'verify-step-3-brand' : 'verify-step-3-creator')],
    none: t('verify-none'),
    ask: t('verify-ask'),
    askHint: t('verify-ask-hint'),
    done: t('verify-done'),
  }
  const parts = { texts, request, here: '/verify-email' }
  return (
    <Page>
      <Section title={t('verify-title')} level={1} note={t('verify-note')}>
        {waiting ? (
          <MailSent {...parts} waiting={waiting}>
            <p className="rf-note">
              {t('verify-wrong')} <TextLink href={role ? `/signup?role=${role}` : '/signup'}>{t('verify-other')}</TextLink>
            </p>
          </MailSent>
        ) : (
          <RequestMail {...parts} />
        )}
      </Section>
    </Page>
  )
}
