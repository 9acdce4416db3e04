import { ButtonLink, ErrorText, Form, NextStep, Page, PasswordField, Section, Submit, TextLink } from '@reelfair/ui'
import { ApiError, afterSignIn, safeRedirect, useConfirmEmail, useLocation, useNavigate, usePage, useSearchParams } from '@reelfair/web-kit'
import { useId, useState } from 'react'
import { tokenOf } from '../../components/mailed-token.ts'
import { useText } from './messages/index.ts'

/**
 * Target of a confirmation link. Mail scanners open links, so opening the page changes nothing: confirming requires the
 * account's password. The page does not know the e-mail address, and so cannot reveal it to someone who found the link.
 */
export function ConfirmPage() {
  const { t } = useText()
  usePage(t('confirm-title'))
  const token = tokenOf(useLocation().hash)
  return (
    <Page>
      <Section title={t('confirm-title')} level={1} note={t('confirm-note')}>
        {/* Opening another link in the same tab changes only the hash, so `key` resets the form and its error. */}
        <Confirmation key={token} token={token} />
      </Section>
    </Page>
  )
}

function Confirmation({ token }: { token: string | undefined }) {
  const { t } = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const confirm = useConfirmEmail()
  const [password, setPassword] = useState('')
  // Validate on submit, not while the user is typing.
  const [sent, setSent] = useState(false)
  const id = useId()
  const code = confirm.error instanceof ApiError ? confirm.error.code : undefined
  const isVoid = !token || code === 'confirmation_invalid'
  const submit = (secret: string) => {
    setSent(true)
    if (password === '') return document.getElementById(id)?.focus()
    confirm.mutate(
      { token: secret, password },
      { onSuccess: (me) => void navigate(afterSignIn(me, safeRedirect(search.get('next'))), { replace: true }) },
    )
  }

  return (
    <div className="shell-confirm">
      <NextStep
        sentence={t(!token ? 'confirm-incomplete' : isVoid ? 'confirm-void' : 'confirm-lead')}
        consequence={t(isVoid ? 'confirm-void-note' : 'confirm-lead-note')}
        action={
          isVoid && (
            <ButtonLink href="/verify-email" look="filled">
              {t('verify-ask')}
            </ButtonLink>
          )
        }
      />
      {!isVoid && (
        <Form sheet onSubmit={() => submit(token)}>
          <PasswordField
            id={id}
            label={t('password')}
            hint={t('confirm-password-hint')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={sent && password === '' && t('password-missing')}
          />
          {code === 'wrong_credentials' ? (
            <p className="shell-problem" role="alert">
              {t('confirm-wrong')} <TextLink href="/signup">{t('confirm-sign-up-again')}</TextLink>
            </p>
          ) : confirm.error && code === undefined ? (
            <p className="shell-problem" role="alert">
              {t('confirm-failed')}
            </p>
          ) : (
            <ErrorText error={confirm.error} />
          )}
          <Submit wide busy={confirm.isPending}>
            {t('confirm-button')}
          </Submit>
        </Form>
      )}
      {isVoid && (
        <>
          <ErrorText error={confirm.error} />
          <p className="rf-note">
            {t('confirm-done-before')} <TextLink href="/login">{t('sign-in')}</TextLink>
          </p>
        </>
      )}
    </div>
  )
}
