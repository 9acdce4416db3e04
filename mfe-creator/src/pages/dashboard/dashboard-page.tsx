import { ButtonLink, EmptyState, ErrorPanel, Page, Section, SkeletonRows, TextLink } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { AccountRow } from '../../components/account-row.tsx'
import { useAccounts } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { BalanceCard } from './balance-card.tsx'
import { Invitations } from './invitations.tsx'
import { WhatNext } from './what-next.tsx'

/** A creator's first page: what to do next, invitations that wait, accounts. Each part loads and fails by itself. */
export function DashboardPage() {
  const { t } = useText()
  usePage(t('dashboard-title'))
  const accounts = useAccounts()
  return (
    <Page>
      <h1 className="rf-hidden">{t('dashboard-title')}</h1>
      <Section title={t('next')} hand>
        <WhatNext />
      </Section>
      <Section id="balance" title={t('balance-title')} link={<TextLink href="/balance">{t('balance-open')}</TextLink>}>
        <BalanceCard />
      </Section>
      <Section id="invitations" title={t('invitations-title')} note={t('invitations-note')}>
        <Invitations />
      </Section>
      <Section id="accounts" title={t('accounts-title')} link={<TextLink href="/profile">{t('accounts-add')}</TextLink>}>
        {accounts.isPending && <SkeletonRows rows={2} height={96} />}
        {accounts.isError && !accounts.data && (
          <ErrorPanel title={t('accounts-failed')} error={accounts.error} onRetry={accounts.refetch} busy={accounts.isFetching} />
        )}
        {accounts.data?.items.length === 0 && (
          <EmptyState title={t('accounts-empty')} action={<ButtonLink href="/profile">{t('accounts-add')}</ButtonLink>}>
            <p>{t('accounts-empty-text')}</p>
          </EmptyState>
        )}
        {accounts.data && accounts.data.items.length > 0 && (
          <ul className="creator-rows">
            {accounts.data.items.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </Section>
    </Page>
  )
}
