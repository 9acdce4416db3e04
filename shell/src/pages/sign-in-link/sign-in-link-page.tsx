import { Page, Section, TextLink } from '@reelfair/ui'
import { Redirect, safeRedirect, useLocation, usePage, useSearchParams, useSession, useWrite } from '@reelfair/web-kit'
import { authPageLink } from '../../components/auth-page-link.ts'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { type MailRequest, MailSent, RequestMail } from '../../components/mail-form.tsx'
import { readPendingEmail, readTypedEmail } from '../../components/pending-email.ts'
import { useText } from './messages/index.ts'

/** The page looks the same whether or not the e-mail address has an account. */
export function SignInLinkPage() {
  const { t } = useText()
  usePage(t('title'))
  const session = useSession()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const redirect = safeRedirect(search.get('redirect'))
  const ask = useWrite('POST', '/identity/sign-in-links', { retry: false })
  if (session.state === 'present') return <Redirect to={placeAfterSignIn(session.me, redirect)} />

  const waiting = readPendingEmail(state)
  const request: MailRequest = {
    ...ask,
    mutate: (input, answers) => ask.mutate({ ...input, ...(redirect !== undefined && { redirect }) }, answers),
  }
  const texts = {
    sent: t('sent'),
    sentNote: t('sent-note'),
    steps: [t('step-1'), t('step-2'), t('step-3')],
    none: t('none'),
    ask: t('ask'),
    askHint: t('ask-hint'),
    done: t('done'),
  }
  const parts = { texts, request, here: authPageLink('/sign-in-link', search) }
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')}>
        {waiting ? <MailSent {...parts} waiting={waiting} /> : <RequestMail {...parts} typed={readTypedEmail(state)} />}
        <p className="rf-note">
          <TextLink href={authPageLink('/login', search)}>{t('back')}</TextLink>
        </p>
      </Section>
    </Page>
  )
}
