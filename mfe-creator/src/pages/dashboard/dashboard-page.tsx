import { LoadError, Page, PageSkeleton, Section, SkeletonRows, TextLink } from '@reelfair/ui'
import { usePage, useWaitTogether } from '@reelfair/web-kit'
import { AccountRow } from '../../components/account-row.tsx'
import { connectOf } from '../../components/connection/connection.ts'
import { useOpenInvitations, useUnsettledPartnerships } from '../../components/partnerships/queries.ts'
import { useInvitationDialog } from '../../components/partnerships/use-invitation-dialog.tsx'
import { PublicCampaigns } from '../../components/public-campaigns/public-campaigns.tsx'
import { useAccounts, useBalance, usePayoutAccount, useSignUps } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { BalanceCard } from './balance-card.tsx'
import { Collaborations } from './collaborations.tsx'
import { Invitations, isPending } from './invitations.tsx'
import { WhatNext } from './what-next.tsx'

const CAMPAIGNS = 3

/**
 * Each section loads and fails independently. Empty sections are hidden, because the next step tells the creator what
 * to do first.
 */
export function DashboardPage() {
  const { t } = useText()
  usePage(t('dashboard-title'))
  const answers = {
    invitations: useOpenInvitations(),
    partnerships: useUnsettledPartnerships(),
    accounts: useAccounts(),
    signUps: useSignUps(),
    balance: useBalance(),
  }
  const invitation = useInvitationDialog()
  const isInvited = answers.invitations.items?.some(isPending) ?? false
  const accounts = answers.accounts.data?.items
  const hasJoined = answers.signUps.items?.length !== 0 || answers.partnerships.items?.length !== 0
  const hasEarned = answers.balance.data?.earned !== 0
  const isVerified = accounts?.some(({ verifiedAt }) => verifiedAt) ?? true
  const isWaiting = useWaitTogether([...Object.values(answers), usePayoutAccount()])
  if (isWaiting) return <PageSkeleton />
  const invitations = (
    <Section id="invitations" title={t('invitations-title')} note={t('invitations-note')}>
      <Invitations answers={invitation} />
    </Section>
  )
  return (
    <Page>
      <h1 className="rf-hidden">{t('dashboard-title')}</h1>
      <Section title={t('next')} hand link={<TextLink href="/creator-guide">{t('guide-open')}</TextLink>}>
        <WhatNext onOpenInvitation={invitation.open} />
      </Section>
      {hasEarned && (
        <Section id="balance" title={t('balance-title')} link={<TextLink href="/balance">{t('balance-open')}</TextLink>}>
          <BalanceCard />
        </Section>
      )}
      {isInvited && invitations}
      {hasJoined && (
        <Section
          id="collaborations"
          title={t('part-title')}
          note={t('part-note')}
          link={<TextLink href="/creator-history">{t('part-to-history')}</TextLink>}
        >
          <Collaborations />
        </Section>
      )}
      {accounts?.length !== 0 && (
        <Section id="accounts" title={t('accounts-title')} link={<TextLink href="/profile">{t('accounts-add')}</TextLink>}>
          <Accounts />
        </Section>
      )}
      <Section
        id="public-campaigns"
        title={t('part-public')}
        note={t('part-public-note')}
        link={<TextLink href="/public-campaigns">{t('part-public-all')}</TextLink>}
      >
        <PublicCampaigns look="rows" limit={CAMPAIGNS} />
      </Section>
      {!isInvited && isVerified && invitations}
      {invitation.dialog}
    </Page>
  )
}

function Accounts() {
  const { t } = useText()
  const accounts = useAccounts()
  if (accounts.isPending) return <SkeletonRows rows={2} height={96} />
  if (!accounts.data) return <LoadError title={t('accounts-failed')} query={accounts} />
  return (
    <ul className="creator-rows">
      {accounts.data.items.map((account) => (
        <AccountRow key={account.id} account={account} connect={connectOf(accounts.data, account.network)} />
      ))}
    </ul>
  )
}
