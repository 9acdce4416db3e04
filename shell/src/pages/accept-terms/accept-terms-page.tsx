import type { Me } from '@reelfair/contracts'
import { TERMS, type TermsVersion } from '@reelfair/contracts/terms'
import { termsApplyFrom, termsPlace } from '@reelfair/rules'
import { Button, ButtonLink, Checkbox, ErrorText, Form, formatDate, Page, Section, Submit, TextLink } from '@reelfair/ui'
import { afterSignIn, homeOf, Redirect, safeRedirect, useAcceptTerms, useForm, usePage, useSearchParams } from '@reelfair/web-kit'
import { Guarded } from '../../components/guarded.tsx'
import { useSignOutButton } from '../../components/use-sign-out-button.ts'
import { type AcceptTermsText, useText } from './messages/index.ts'

/** What each version changed. */
const CHANGES: Readonly<Record<TermsVersion, readonly AcceptTermsText[]>> = {
  '1.0': [],
  '1.1': ['final-night', 'final-deducts', 'final-silent', 'mention', 'videos', 'partnerships'],
}

/**
 * Shown at the first sign-in after a new version applies. Nothing is pre-ticked: acceptance is legal evidence. Users
 * may refuse and go on, because they should be able to transfer their balance before deleting their account.
 */
export function AcceptTermsPage() {
  const { t } = useText()
  usePage(t('title'))
  const [search] = useSearchParams()
  const redirect = safeRedirect(search.get('redirect'))
  return (
    <Guarded>
      {(me) =>
        me.termsToAccept ? (
          <Acceptance role={me.role} terms={me.termsToAccept} home={homeOf(me)} />
        ) : (
          <Redirect to={afterSignIn(me, redirect)} />
        )
      }
    </Guarded>
  )
}

interface AcceptanceProps extends Pick<Me, 'role'> {
  readonly terms: NonNullable<Me['termsToAccept']>
  readonly home: string
}

function Acceptance({ role, terms: { version, accepted }, home }: AcceptanceProps) {
  const { t, locale } = useText()
  const newer = TERMS.slice(termsPlace(accepted) + 1, termsPlace(version) + 1)
  const inForce = newer.at(-1) ?? TERMS[0]
  const day = formatDate(termsApplyFrom(inForce), locale, { month: 'long', year: true })
  return (
    <Page>
      <Section title={t('title')} level={1} note={t(role === 'brand' ? 'note-brand' : 'note-creator', { version, accepted, day })}>
        <div className="shell-auth">
          <div className="shell-follows">
            <h2>{t('changes')}</h2>
            <ol>
              {newer
                .flatMap((terms) => CHANGES[terms.version])
                .map((change, row) => (
                  <li key={change}>
                    <span aria-hidden="true">{row + 1}</span>
                    {t(change)}
                  </li>
                ))}
            </ol>
          </div>
          <AcceptForm role={role} terms={{ version, accepted }} home={home} />
        </div>
      </Section>
    </Page>
  )
}

function AcceptForm({ role, terms: { version, accepted }, home }: AcceptanceProps) {
  const { t } = useText()
  const accept = useAcceptTerms()
  const { signOut, isSigningOut } = useSignOutButton()
  const { box, submit, busy } = useForm({
    initial: { isAccepted: false },
    invalidFieldsOf: ({ isAccepted }) => (isAccepted ? [] : ['isAccepted']),
    messageOf: () => t('terms-missing'),
    request: accept,
    onSubmit: () => accept.mutate({ version }),
  })
  return (
    <Form sheet onSubmit={submit}>
      {[version, accepted].map((one) => (
        <p key={one}>
          <TextLink href={`/terms/${one}`} target="_blank" rel="noopener">
            {t('read', { version: one })}
          </TextLink>
        </p>
      ))}
      <Checkbox label={t('accept', { version })} hint={t('terms-kept')} {...box('isAccepted')} />
      <ErrorText error={accept.error} otherwise={t('failed')} />
      <Submit wide busy={busy}>
        {t('button')}
      </Submit>
      <ButtonLink wide href={home}>
        {t('later')}
      </ButtonLink>
      <Button wide busy={isSigningOut} onClick={signOut}>
        {t('sign-out')}
      </Button>
      <p className="rf-note">
        {t(role === 'brand' ? 'otherwise-brand' : 'otherwise-creator')} <TextLink href="/account">{t('account')}</TextLink>.
      </p>
    </Form>
  )
}
