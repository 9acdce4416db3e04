import { Button, ButtonLink, NextStep, Page, Section } from '@reelfair/ui'
import {
  afterSignIn,
  safeRedirect,
  useDeadLink,
  useLocation,
  useNavigate,
  usePage,
  useSearchParams,
  useSignInByLink,
} from '@reelfair/web-kit'
import { tokenOf } from '../../components/mailed-token.ts'
import { RequestError } from '../../components/request-error.tsx'
import { useText } from './messages/index.ts'

/** Mail scanners open links, so only a click on the button signs in. */
export function SignInByLinkPage() {
  const { t } = useText()
  usePage(t('enter-title'))
  const token = tokenOf(useLocation().hash)
  return (
    <Page>
      <Section title={t('enter-title')} level={1} note={t('enter-note')}>
        {/* Opening another link in the same tab changes only the hash, so `key` clears the previous link's error. */}
        <div className="shell-link">
          <Entrance key={token} token={token} />
        </div>
      </Section>
    </Page>
  )
}

function Entrance({ token }: { token: string | undefined }) {
  const { t } = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const signIn = useSignInByLink()
  const dead = useDeadLink('sign-in', token, signIn)
  const isVoid = !token || dead !== undefined
  const enter = (secret: string) =>
    signIn.mutate(
      { token: secret },
      { onSuccess: (me) => void navigate(afterSignIn(me, safeRedirect(search.get('next'))), { replace: true }) },
    )
  return (
    <div className="shell-confirm">
      <NextStep
        sentence={t(!token ? 'incomplete' : isVoid ? 'void' : 'enter-lead')}
        consequence={t(isVoid ? 'void-note' : 'enter-lead-note')}
        action={
          isVoid ? (
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
      <RequestError error={dead ?? signIn.error} otherwise={t('failed')} />
    </div>
  )
}
