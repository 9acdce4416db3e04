import { Page, Section } from '@reelfair/ui'
import { type Notice, Redirect, safeRedirect, useLocation, usePage, useSearchParams, useSession } from '@reelfair/web-kit'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { useText } from '../../messages/index.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpOptions } from './sign-up-options.tsx'

/** After sign-in, opens the requested page or the user's home page. */
export function LoginPage() {
  const { t } = useText()
  usePage(t('sign-in'))
  const session = useSession()
  const [search] = useSearchParams()
  const notice = (useLocation().state as { notice?: Notice } | null)?.notice
  const redirect = safeRedirect(search.get('redirect'))

  if (session.state === 'present') return <Redirect to={placeAfterSignIn(session.me, redirect)} />

  return (
    <Page>
      <Section title={t('sign-in')} level={1} note={t('sign-in-note')}>
        {notice && (
          <p className="shell-notice" role="status">
            {t(`notice-${notice}`)}
          </p>
        )}
        <div className="shell-auth">
          <SignInForm redirect={redirect} />
          <SignUpOptions />
        </div>
      </Section>
    </Page>
  )
}
