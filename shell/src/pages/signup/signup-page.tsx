import { Page, Section } from '@reelfair/ui'
import { Redirect, safeRedirect, usePage, useSearchParams, useSession } from '@reelfair/web-kit'
import type { SignUpRole } from '../../components/auth-page-link.ts'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { useText } from './messages/index.ts'
import { NextSteps } from './next-steps.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Users must confirm their e-mail address before they first sign in. */
export function SignupPage() {
  const { t } = useText()
  usePage(t('sign-up'))
  const session = useSession()
  const [search] = useSearchParams()
  const redirect = safeRedirect(search.get('redirect'))
  const role: SignUpRole = search.get('role') === 'brand' ? 'brand' : 'creator'

  if (session.state === 'present') return <Redirect to={placeAfterSignIn(session.me, redirect)} />

  return (
    <Page>
      <Section title={t('sign-up')} level={1} note={t(`sign-up-note-${role}`)}>
        <div className="shell-auth">
          <SignUpForm role={role} redirect={redirect} />
          <NextSteps role={role} />
        </div>
      </Section>
    </Page>
  )
}
