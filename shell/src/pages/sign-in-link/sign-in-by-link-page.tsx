import { Button, ButtonLink, ErrorText, NextStep } from '@reelfair/ui'
import { safeRedirect, useDeadLink, useNavigate, useSearchParams, useSignInByLink } from '@reelfair/web-kit'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { LinkPage } from '../../components/link-page.tsx'
import { useText } from './messages/index.ts'

/** Mail scanners open links, so only a click on the button signs in. */
export function SignInByLinkPage() {
  const { t } = useText()
  return (
    <LinkPage title={t('enter-title')} note={t('enter-note')}>
      {(token) => <Entrance token={token} />}
    </LinkPage>
  )
}

function Entrance({ token }: { token: string | undefined }) {
  const { t } = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const signIn = useSignInByLink()
  const dead = useDeadLink('sign-in', token, signIn)
  const isUnusable = !token || dead !== undefined
  const enter = (secret: string) =>
    signIn.mutate(
      { token: secret },
      { onSuccess: (me) => void navigate(placeAfterSignIn(me, safeRedirect(search.get('next'))), { replace: true }) },
    )
  return (
    <div className="shell-confirm">
      <NextStep
        sentence={t(!token ? 'incomplete' : isUnusable ? 'dead' : 'enter-lead')}
        consequence={t(isUnusable ? 'dead-note' : 'enter-lead-note')}
        action={
          isUnusable ? (
            <ButtonLink href="/sign-in-link" look="filled">
              {t('ask')}
            </ButtonLink>
          ) : (
            <Button look="filled" busy={signIn.isPending} onClick={() => enter(token)}>
              {t('enter-button')}
            </Button>
          )
        }
      />
      <ErrorText error={dead ?? signIn.error} otherwise={t('failed')} />
    </div>
  )
}
