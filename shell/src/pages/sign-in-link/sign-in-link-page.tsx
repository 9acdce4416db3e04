import { Page, Section, TextLink } from '@reelfair/ui'
import { afterSignIn, Navigate, safeRedirect, useLocation, usePage, useSearchParams, useSession, useSignInLink } from '@reelfair/web-kit'
import { doorLink } from '../../components/door-link.ts'
import { AskForMail, type MailRequest, MailSent } from '../../components/mail-form.tsx'
import { readWaiting } from '../../components/waiting.ts'
import { useText } from './messages/index.ts'

/** What was typed on the sign-in page; anything may stand in an old navigation's state. */
const typedIn = (state: unknown): string => {
  const { typed } = (state ?? {}) as { typed?: unknown }
  return typeof typed === 'string' ? typed : ''
}

/** Asks for a sign-in link by mail. Says the same whether or not the address has an account. */
export function SignInLinkPage() {
  const { t } = useText()
  usePage(t('title'))
  const session = useSession()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const redirect = safeRedirect(search.get('redirect'))
  const { mutate, isPending, error } = useSignInLink()
  if (session.state === 'present') return <Navigate to={afterSignIn(session.me, redirect)} replace />

  const waiting = readWaiting(state)
  const request: MailRequest = {
    isPending,
    error,
    send: (email, answers) => mutate({ email, ...(redirect !== undefined && { redirect }) }, answers),
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
  const parts = { texts, request, here: doorLink('/sign-in-link', search) }
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')}>
        {waiting ? <MailSent {...parts} waiting={waiting} /> : <AskForMail {...parts} typed={typedIn(state)} />}
        <p className="rf-note">
          <TextLink href={doorLink('/login', search)}>{t('back')}</TextLink>
        </p>
      </Section>
    </Page>
  )
}
