import './account.css'
import type { AccountSettings, Me } from '@reelfair/contracts'
import { brandLogoUrl } from '@reelfair/contracts/address'
import { Avatar, ButtonLink, formatDate, LoadError, NextStep, Page, PageSkeleton, Section } from '@reelfair/ui'
import { useFirstReadsSettled, useLocation, usePage, useRead, useSession } from '@reelfair/web-kit'
import { Guarded } from '../../components/guarded.tsx'
import { ChoicesSection } from '../../components/notifications/choices.tsx'
import { AccountRows } from './account-row.tsx'
import { type Closing, DeletionByCommand, DeletionSection, useClosing } from './deletion/deletion-section.tsx'
import { Goodbye } from './deletion/goodbye.tsx'
import { useText } from './messages/index.ts'
import { DataRow } from './sections/data-row.tsx'
import { EmailRow } from './sections/email-row.tsx'
import { GoogleRow } from './sections/google-row.tsx'
import { LanguageRow } from './sections/language-row.tsx'
import { NameRow } from './sections/name-row.tsx'
import { PasswordRow } from './sections/password-row.tsx'
import { SecondFactorRow } from './sections/second-factor-row.tsx'
import { SecurityLogSection } from './sections/security-log-section.tsx'
import { SessionsSection } from './sections/sessions-section.tsx'
import { TermsRow } from './sections/terms-row.tsx'

/** The settings of every signed-in user. A row or section is one file in `sections/` and one line in `Settings`. */
export function AccountPage() {
  const { t } = useText()
  usePage(t('title'))
  const session = useSession()
  const closing = useClosing()
  if (closing.isPending && session.state === 'absent' && session.why !== 'signed-out') return <Goodbye />
  return <Guarded>{(me) => <Loaded me={me} closing={closing} />}</Guarded>
}

function Loaded({ me, closing }: { me: Me; closing: Closing }) {
  const { t } = useText()
  const account = useRead('session', '/identity/account')
  const isReady = useFirstReadsSettled()
  if (account.data) return <Settings me={me} account={account.data} closing={closing} />
  if (!account.error || !isReady) return <PageSkeleton />
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')}>
        <LoadError title={t('load-failed')} query={account} />
      </Section>
    </Page>
  )
}

function Settings({ me, account, closing }: { me: Me; account: AccountSettings; closing: Closing }) {
  const { t } = useText()
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')}>
        {me.role === 'admin' && !me.complete && <SecondFactorFirst />}
        <Who me={me} account={account} />
        <AccountRows>
          <NameRow me={me} account={account} />
          <EmailRow me={me} />
          <LanguageRow />
          <TermsRow terms={account.terms} />
        </AccountRows>
      </Section>
      <Section id="sign-in" title={t('sign-in-title')} note={t('sign-in-note')}>
        <AccountRows>
          <PasswordRow me={me} account={account} />
          <SecondFactorRow me={me} />
          <GoogleRow />
        </AccountRows>
      </Section>
      <SessionsSection />
      <SecurityLogSection />
      <ChoicesSection />
      <Section id="your-data" title={t('data-title')} note={t('data-note')}>
        <AccountRows>
          <DataRow />
        </AccountRows>
      </Section>
      {me.role === 'admin' ? <DeletionByCommand /> : <DeletionSection me={me} closing={closing} />}
    </Page>
  )
}

/**
 * Every admin page redirects here while the setting requires two-step sign-in. The link keeps the query, which names
 * the page to return to.
 */
function SecondFactorFirst() {
  const { t } = useText()
  const { search } = useLocation()
  return (
    <NextStep
      sentence={t('factor-first')}
      consequence={t('factor-first-note')}
      action={
        <ButtonLink href={`/account${search}#sign-in`} look="filled">
          {t('factor-first-go')}
        </ButtonLink>
      }
    />
  )
}

function Who({ me, account }: { me: Me; account: AccountSettings }) {
  const { t, locale } = useText()
  const day = formatDate(account.memberSince, locale, { year: true })
  return (
    <div className="shell-account-who">
      <Avatar name={me.name ?? me.email} solid={me.role === 'brand'} picture={me.logoId && brandLogoUrl(me.logoId)} />
      <div>
        <p>
          <bdi>{me.name ?? me.email}</bdi>
        </p>
        <p className="rf-note">{t(`member-since-${me.role}`, { day })}</p>
      </div>
    </div>
  )
}
