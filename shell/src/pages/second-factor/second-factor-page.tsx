import { Button, ButtonLink, ErrorText, Form, NextStep, Page, Section, Submit, TextField, TextLink } from '@reelfair/ui'
import { ApiError, safeRedirect, useAnswerChallenge, useForm, useNavigate, usePage, useSearchParams } from '@reelfair/web-kit'
import { useState } from 'react'
import { authPageLink } from '../../components/auth-page-link.ts'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { useText } from './messages/index.ts'

type Kind = 'app' | 'recovery'

/** Asks for a code after the password, Google or a link. A cookie that scripts cannot read identifies the sign-in. */
export function SecondFactorPage() {
  const { t } = useText()
  usePage(t('title'))
  const [kind, setKind] = useState<Kind>('app')
  const answer = useAnswerChallenge()
  const isOver = answer.error instanceof ApiError && answer.error.code === 'challenge_invalid'
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')}>
        <div className="shell-confirm">
          {isOver ? (
            <Over />
          ) : (
            <>
              <NextStep sentence={t(`lead-${kind}`)} consequence={t(`lead-${kind}-note`)} />
              {/* Switching to the other kind of code clears the field. */}
              <CodeForm key={kind} kind={kind} answer={answer} onOther={() => setKind(kind === 'app' ? 'recovery' : 'app')} />
            </>
          )}
        </div>
      </Section>
    </Page>
  )
}

interface FormProps {
  readonly kind: Kind
  readonly answer: ReturnType<typeof useAnswerChallenge>
  readonly onOther: () => void
}

function CodeForm({ kind, answer, onOther }: FormProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { field, submit, busy } = useForm({
    initial: { code: '' },
    invalidFieldsOf: ({ code }) => (isComplete(code, kind) ? [] : ['code']),
    messageOf: () => t(`code-${kind}-error`),
    request: answer,
    onSubmit: ({ code }) =>
      answer.mutate(
        { code },
        { onSuccess: (result) => void navigate(placeAfterSignIn(result, safeRedirect(search.get('redirect'))), { replace: true }) },
      ),
  })
  return (
    <Form sheet onSubmit={submit}>
      <TextField
        label={t(`code-${kind}`)}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        autoFocus
        {...field('code')}
      />
      <ErrorText error={answer.error} otherwise={t('failed')} />
      <Submit wide busy={busy}>
        {t('button')}
      </Submit>
      <Button wide onClick={onOther}>
        {t(kind === 'app' ? 'use-recovery' : 'use-app')}
      </Button>
      <p className="rf-note">
        {t('lost')} <TextLink href="/contact">{t('lost-link')}</TextLink>
      </p>
    </Form>
  )
}

const isComplete = (code: string, kind: Kind) => code.replaceAll(/[\s-]/g, '').length === (kind === 'app' ? 6 : 16)

function Over() {
  const { t } = useText()
  const [search] = useSearchParams()
  return (
    <NextStep
      sentence={t('over')}
      consequence={t('over-note')}
      action={
        <ButtonLink href={authPageLink('/login', search)} look="filled">
          {t('again')}
        </ButtonLink>
      }
    />
  )
}
