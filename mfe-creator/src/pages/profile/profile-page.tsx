import { EmptyState, ErrorPanel, Page, Section, SkeletonRows } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { AccountRow } from '../../components/account-row.tsx'
import { useAccounts } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { AddAccountForm } from './add-account-form.tsx'

/** The creator's accounts: add one, prove that it is one's own, take one away. */
export function ProfilePage() {
  const { t } = useText()
  usePage(t('profile-title'))
  const accounts = useAccounts()
  return (
    <Page>
      <Section title={t('profile-title')} level={1} note={t('profile-note')}>
        {accounts.isPending && <SkeletonRows rows={2} height={96} />}
        {accounts.isError && !accounts.data && (
          <ErrorPanel title={t('accounts-failed')} error={accounts.error} onRetry={accounts.refetch} busy={accounts.isFetching} />
        )}
        {accounts.data?.items.length === 0 && <EmptyState title={t('accounts-empty')} />}
        {accounts.data && accounts.data.items.length > 0 && (
          <ul className="creator-rows">
            {accounts.data.items.map((account) => (
              <AccountRow key={account.id} account={account} removable level={2} />
            ))}
          </ul>
        )}
      </Section>
      <Section
        title={t('add-title')}
        note={
          <>
            <p>{t('add-note')}</p>
            {accounts.data && <p>{t('accounts-note', { limit: accounts.data.limitPerNetwork })}</p>}
          </>
        }
      >
        <AddAccountForm accounts={accounts.data} />
      </Section>
    </Page>
  )
}
