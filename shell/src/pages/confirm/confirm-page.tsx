import { Button, ButtonLink, ErrorText, NextStep, Page, Section, TextLink } from '@reelfair/ui'
import { ApiError, afterSignIn, safeRedirect, useConfirmEmail, useLocation, useNavigate, usePage, useSearchParams } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

/** The secret behind `#token=`: browsers send that part to no server. */
const tokenOf = (hash: string) => new URLSearchParams(hash.slice(1)).get('token') ?? undefined

/** Where the mail's link leads. Mail scanners open links, so opening changes nothing: the button does. */
export function ConfirmPage() {
  const { t } = useText()
  usePage(t('confirm-title'))
  const { hash } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const confirm = useConfirmEmail()
  const token = tokenOf(hash)
  const isVoid = !token || (confirm.error instanceof ApiError && confirm.error.code === 'confirmation_invalid')
  const press = (secret: string) =>
    confirm.mutate(
      { token: secret },
      { onSuccess: (me) => void navigate(afterSignIn(me, safeRedirect(search.get('next'))), { replace: true }) },
    )

  return (
    <Page>
      <Section title={t('confirm-title')} level={1} note={t('confirm-note')}>
        <div className="shell-confirm">
          <NextStep
            sentence={t(!token ? 'confirm-incomplete' : isVoid ? 'confirm-void' : 'confirm-lead')}
            consequence={t(isVoid ? 'confirm-void-note' : 'confirm-lead-note')}
            action={
              isVoid ? (
                <ButtonLink href="/verify-email" look="filled">
                  {t('verify-ask')}
                </ButtonLink>
              ) : (
                <Button look="filled" size="large" busy={confirm.isPending} onClick={() => press(token)}>
                  {t('confirm-button')}
                </Button>
              )
            }
          />
          {confirm.error && !(confirm.error instanceof ApiError) ? (
            <p className="shell-problem" role="alert">
              {t('confirm-failed')}
            </p>
          ) : (
            <ErrorText error={confirm.error} />
          )}
          {isVoid && (
            <p className="rf-note">
              {t('confirm-done-before')} <TextLink href="/login">{t('sign-in')}</TextLink>
            </p>
          )}
        </div>
      </Section>
    </Page>
  )
}
