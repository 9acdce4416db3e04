import { ButtonLink, ErrorText, Form, NextStep, PasswordField, Submit } from '@reelfair/ui'
import { useChangeCredentials, useDeadLink, useForm } from '@reelfair/web-kit'
import { LinkPage } from '../../components/link-page.tsx'
import { useText } from './messages/index.ts'

/** Asks for the password, so that a mistyped address does not give the account to the owner of that address. */
export function ChangeEmailPage() {
  const { t } = useText()
  return (
    <LinkPage title={t('change-title')} note={t('change-note')}>
      {(token) => <Change token={token} />}
    </LinkPage>
  )
}

const useConfirm = () => useChangeCredentials('/identity/email-changes/confirm')

function Change({ token }: { token: string | undefined }) {
  const { t } = useText()
  const confirm = useConfirm()
  const dead = useDeadLink('change-email', token, confirm)
  const toAccount = (label: string) => (
    <ButtonLink href="/account" look="filled">
      {label}
    </ButtonLink>
  )
  if (confirm.data)
    return (
      <div className="shell-confirm shell-mail" role="status">
        <NextStep
          sentence={`${t('change-done')} *${confirm.data.email.replaceAll('*', '')}*`}
          consequence={t('change-done-note')}
          action={toAccount(t('change-account'))}
        />
      </div>
    )
  if (!token || dead)
    return (
      <div className="shell-confirm">
        <NextStep sentence={t(token ? 'dead' : 'incomplete')} consequence={t('change-dead-note')} action={toAccount(t('change-again'))} />
        <ErrorText error={dead} />
      </div>
    )
  return (
    <div className="shell-confirm">
      <NextStep sentence={t('change-lead')} consequence={t('change-lead-note')} />
      <PasswordForm token={token} confirm={confirm} />
    </div>
  )
}

function PasswordForm({ token, confirm }: { token: string; confirm: ReturnType<typeof useConfirm> }) {
  const { t } = useText()
  const { field, submit, busy } = useForm({
    initial: { password: '' },
    invalidFieldsOf: ({ password }) => (password === '' ? ['password'] : []),
    messageOf: () => t('change-password-error'),
    request: confirm,
    onSubmit: ({ password }) => confirm.mutate({ token, password }),
  })
  return (
    <Form sheet onSubmit={submit}>
      <PasswordField label={t('change-password')} autoComplete="current-password" {...field('password')} />
      <ErrorText error={confirm.error} otherwise={t('change-failed')} />
      <Submit wide busy={busy}>
        {t('change-button')}
      </Submit>
    </Form>
  )
}
