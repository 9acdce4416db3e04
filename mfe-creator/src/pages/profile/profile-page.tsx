import type { Account, Accounts, Network, NetworkStatus } from '@reelfair/contracts'
import { NETWORK_NAMES, NETWORKS } from '@reelfair/contracts/values'
import { Button, LoadError, Page, Section, SkeletonRows, showToast, Tabs, TextLink } from '@reelfair/ui'
import { Redirect, useLocation, useNavigate, usePage, useSearchParams } from '@reelfair/web-kit'
import { useEffect, useRef, useState } from 'react'
import { AccountRow } from '../../components/account-row.tsx'
import { connectOf } from '../../components/connection/connection.ts'
import { useAccounts } from '../../components/queries.ts'
import { useText } from './messages/index.ts'
import { NetworkPanel } from './network-panel.tsx'

/**
 * Opening the URL directly redirects to the dashboard if an account is verified. Links inside the product and URLs that
 * name a network always show this page.
 * @source specification §2
 */
export function ProfilePage() {
  const { t } = useText()
  usePage(t('profile-title'))
  const accounts = useAccounts()
  const [query, setQuery] = useSearchParams()
  const named = NETWORKS.find((network) => network === query.get('network'))
  const isVerified = accounts.data?.items.some(({ verifiedAt }) => verifiedAt) ?? false
  const redirects = useRedirectOnOpening(accounts.data !== undefined, isVerified)
  useLeaveWhenVerified(accounts.data?.items)

  // Redirecting in an effect would first render the network panel, which requests a code.
  if (redirects) return <Redirect to="/dashboard" />
  const chosen = named ?? 'instagram'
  const choose = (network: string) => setQuery({ network }, { replace: true })
  return (
    <Page>
      <Section
        title={t('profile-title')}
        level={1}
        note={t(connectOf(accounts.data, chosen) === 'required' ? 'profile-note-connect' : 'profile-note')}
        link={isVerified && <TextLink href="/dashboard">{t('profile-back')}</TextLink>}
      >
        {accounts.isPending && <SkeletonRows rows={3} height={120} />}
        {accounts.isError && !accounts.data && <LoadError title={t('accounts-failed')} query={accounts} />}
        {accounts.data && <NetworkTabs accounts={accounts.data} chosen={chosen} onChoose={choose} />}
      </Section>
      {accounts.data && (
        <Section title={t('another-title')} note={t('another-note')}>
          <div className="creator-row-actions">
            {NETWORKS.filter((network) => network !== chosen).map((network) => (
              <AnotherNetwork key={network} network={network} accounts={accounts.data} onChoose={choose} />
            ))}
          </div>
        </Section>
      )}
      {accounts.isPending && (
        <Section title={t('profile-verified')}>
          <SkeletonRows rows={2} height={96} />
        </Section>
      )}
      {accounts.data && isVerified && (
        <Section title={t('profile-verified')} note={t('profile-verified-note', { limit: accounts.data.limitPerNetwork })}>
          <ul className="creator-rows">
            {accounts.data.items
              .filter(({ verifiedAt }) => verifiedAt)
              .map((account) => (
                <AccountRow key={account.id} account={account} connect={connectOf(accounts.data, account.network)} />
              ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

const statusOf = (accounts: Accounts, network: Network): NetworkStatus | undefined =>
  accounts.networks.find((networkStatus) => networkStatus.network === network)

function NetworkTabs({ accounts, chosen, onChoose }: { accounts: Accounts; chosen: Network; onChoose: (network: string) => void }) {
  const { t } = useText()
  const tabs = NETWORKS.map((id) => {
    const count = accounts.items.filter(({ network, verifiedAt }) => network === id && verifiedAt).length
    return { id, label: NETWORK_NAMES[id], ...(count > 0 && { count }) }
  })
  const networkStatus = statusOf(accounts, chosen)
  return (
    <Tabs label={t('profile-tabs')} tabs={tabs} value={chosen} onValue={onChoose}>
      {networkStatus && <NetworkPanel key={chosen} network={chosen} accounts={accounts} networkStatus={networkStatus} />}
    </Tabs>
  )
}

/** Shows "Limit" if the creator can't verify more accounts on the network. */
function AnotherNetwork({ network, accounts, onChoose }: { network: Network; accounts: Accounts; onChoose: (network: string) => void }) {
  const { t } = useText()
  const verified = accounts.items.filter((account) => account.network === network && account.verifiedAt)
  const atLimit = verified.length >= accounts.limitPerNetwork || statusOf(accounts, network)?.attemptsLeft === 0
  return (
    <Button disabled={atLimit} onClick={() => onChoose(network)}>
      {t(atLimit ? 'another-limit' : 'another-verify', { network: NETWORK_NAMES[network] })}
    </Button>
  )
}

/** Redirects only when the accounts first load, so that the page never closes while in use. */
function useRedirectOnOpening(isLoaded: boolean, isVerified: boolean): boolean {
  const { key, search } = useLocation()
  const [decision, setDecision] = useState<'pending' | 'redirect' | 'stay'>(
    key === 'default' && !new URLSearchParams(search).has('network') ? 'pending' : 'stay',
  )
  if (decision === 'pending' && isLoaded) setDecision(isVerified ? 'redirect' : 'stay')
  return decision === 'redirect'
}

function useLeaveWhenVerified(items: readonly Account[] | undefined): void {
  const { t } = useText()
  const navigate = useNavigate()
  const running = useRef(new Set<string>())
  useEffect(() => {
    if (!items) return
    const done = items.find(({ id, status, failure }) => status === 'verified' && !failure && running.current.has(id))
    running.current = new Set(items.filter(({ status }) => status === 'verifying').map(({ id }) => id))
    if (!done) return
    showToast(t('verify-success', { username: done.username }))
    void navigate('/dashboard')
  }, [items, navigate, t])
}
