import { ButtonLink, ErrorText, Form, NextStep, PasswordField, Submit, TextLink } from '@reelfair/ui'
import { ApiError, safeRedirect, useConfirmEmail, useDeadLink, useForm, useNavigate, useSearchParams } from '@reelfair/web-kit'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { LinkPage } from '../../components/link-page.tsx'
import { useText } from './messages/index.ts'

/**
 * Mail scanners open links, so confirmation requires the account's password. The page does not know the e-mail address,
 * so it cannot reveal the address to someone who found the link.
 */
export function ConfirmPage() {
  const { t } = useText()
  return (
    <LinkPage title={t('confirm-title')} note={t('confirm-note')}>
      {(token) => <Confirmation token={token} />}
    </LinkPage>
  )
}

function Confirmation({ token }: { token: string | undefined }) {
  const { t } = useText()
  const confirm = useConfirmEmail()
  const dead = useDeadLink('confirm', token, confirm)
  return (
    <div className="shell-confirm">
      {!token || dead ? (
        <DeadLink sentence={t(token ? 'confirm-dead' : 'confirm-incomplete')} error={dead} />
      ) : (
        <>
          <NextStep sentence={t('confirm-lead')} consequence={t('confirm-lead-note')} />
          <PasswordForm token={token} confirm={confirm} />
        </>
      )}
    </div>
  )
}

function PasswordForm({ token, confirm }: { token: string; confirm: ReturnType<typeof useConfirmEmail> }) {
  const { t } = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { field, submit, busy } = useForm({
    initial: { password: '' },
    invalidFieldsOf: ({ password }) => (password === '' ? ['password'] : []),
    messageOf: () => t('password-missing'),
    request: confirm,
    onSubmit: ({ password }) =>
      confirm.mutate(
        { token, password },
        { onSuccess: (me) => void navigate(placeAfterSignIn(me, safeRedirect(search.get('next'))), { replace: true }) },
      ),
  })
  return (
    <Form sheet onSubmit={submit}>
      <PasswordField label={t('password')} hint={t('confirm-password-hint')} autoComplete="current-password" {...field('password')} />
      <Problem error={confirm.error} />
      <Submit wide busy={busy}>
        {t('confirm-button')}
      </Submit>
    </Form>
  )
}

function Problem({ error }: { error: Error | null }) {
  const { t } = useText()
  if (!(error instanceof ApiError && error.code === 'wrong_credentials')) return <ErrorText error={error} otherwise={t('confirm-failed')} />
  return (
    <p className="shell-problem" role="alert">
      {t('confirm-wrong')} <TextLink href="/signup">{t('confirm-sign-up-again')}</TextLink>
    </p>
  )
}

function DeadLink({ sentence, error }: { sentence: string; error: Error | undefined }) {
  const { t } = useText()
  return (
    <>
      <NextStep
        sentence={sentence}
        consequence={t('confirm-dead-note')}
        action={
          <ButtonLink href="/verify-email" look="filled">
            {t('verify-ask')}
          </ButtonLink>
        }
      />
      <ErrorText error={error} />
      <p className="rf-note">
        {t('confirm-done-before')} <TextLink href="/login">{t('sign-in')}</TextLink>
      </p>
    </>
  )
}
