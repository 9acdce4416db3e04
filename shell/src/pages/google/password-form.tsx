import type { GoogleOutcome } from '@reelfair/contracts'
import { ErrorText, Form, NextStep, PasswordField, Submit, TextLink } from '@reelfair/ui'
import { useForm, useGoogleStep } from '@reelfair/web-kit'
import { authPageLink } from '../../components/auth-page-link.ts'
import { useText } from './messages/index.ts'

interface Props {
  readonly email: string
  /** Role and redirect of the sign-in. */
  readonly kept: URLSearchParams
  readonly onDone: (result: GoogleOutcome) => void
}

/** Google has not confirmed the address, so only the account's password can connect the two. */
export function PasswordForm({ email, kept, onDone }: Props) {
  const { t } = useText()
  const link = useGoogleStep('/identity/google/links')
  const { field, submit, busy } = useForm({
    initial: { password: '' },
    invalidFieldsOf: ({ password }) => (password === '' ? ['password'] : []),
    messageOf: () => t('password-missing'),
    request: link,
    onSubmit: ({ password }) => link.mutate({ password }, { onSuccess: onDone }),
  })
  return (
    <>
      <NextStep sentence={t('password-lead', { email })} consequence={t('password-lead-note')} />
      <Form sheet onSubmit={submit}>
        <PasswordField label={t('password')} hint={t('password-hint')} autoComplete="current-password" {...field('password')} />
        <ErrorText error={link.error} />
        <Submit wide busy={busy}>
          {t('password-button')}
        </Submit>
        <p className="rf-note">
          <TextLink href={authPageLink('/login', kept)}>{t('password-forgotten')}</TextLink>
        </p>
        <p className="rf-note">
          <TextLink href={authPageLink('/signup', kept)}>{t('password-sign-up')}</TextLink>
        </p>
      </Form>
    </>
  )
}
