import type { ErrorCode, Network } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { ButtonLink, ErrorText, ForwardLink, NextStep, SkeletonText, serverNow } from '@reelfair/ui'
import { ApiError } from '@reelfair/web-kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AccountRow } from '../../components/account-row.tsx'
import { ConnectButton } from '../../components/connection/connect-button.tsx'
import { connectOf, isConnected } from '../../components/connection/connection.ts'
import { startedNetwork } from '../../components/connection/started-network.ts'
import { useAccounts } from '../../components/queries.ts'
import { useText } from './messages/index.ts'

/** Screen readers announce the result, because it receives focus. */
function Result({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <section className="creator-panel" ref={place} tabIndex={-1} aria-label={label.replaceAll('*', '')}>
      {children}
    </section>
  )
}

const accountsPage = (network: Network | undefined) => (network ? `/profile?network=${network}` : '/profile')

export function Declined({ network }: { network: Network }) {
  const { t } = useText()
  const accounts = useAccounts()
  const connect = connectOf(accounts.data, network)
  const why = connect && t(`declined-${connect}`, { network: NETWORK_NAMES[network] })
  return (
    <Result label={t('declined')}>
      <NextStep
        sentence={t('declined')}
        consequence={[t('declined-note'), why].filter(Boolean).join(' ')}
        action={<Ways network={network} canConnect />}
      />
    </Result>
  )
}

function Ways({ network, canConnect }: { network: Network | undefined; canConnect: boolean }) {
  const { t } = useText()
  return (
    <div className="creator-row-actions">
      {canConnect && network && <ConnectButton look="filled" network={network} again />}
      <ButtonLink href={accountsPage(network)}>{t('accounts')}</ButtonLink>
    </div>
  )
}

/** Connecting again would fail again. */
const isFinal = (code: ErrorCode) => code === 'account_limit_reached' || code === 'account_additions_reached'

/** After a lost response, only an account connected within this time is the one just connected. */
const LONGEST_RESPONSE_MS = 120_000

/**
 * The callback failed, or there was none. After a reload, a return to the network's page, or a lost response, the
 * account may be connected nevertheless.
 */
export function Unfinished({ error }: { error: Error | null }) {
  const { t } = useText()
  const accounts = useAccounts()
  const { refetch } = accounts
  const [isCurrent, setIsCurrent] = useState(false)
  useEffect(() => void refetch().then(() => setIsCurrent(true)), [refetch])
  const network = startedNetwork()
  const [recently] = useState(() => serverNow() - LONGEST_RESPONSE_MS)
  const isLost = error instanceof ApiError && error.outcomeUnknown && error.code !== 'connection_unavailable'
  const mayBeDone = error === null || isLost || (error instanceof ApiError && error.code === 'connection_invalid')
  const connected = (accounts.data?.items ?? []).filter(
    ({ connection, network: of }) =>
      connection && isConnected({ connection }) && (!network || of === network) && (!isLost || Date.parse(connection.since) > recently),
  )
  if (mayBeDone && !isCurrent) return <SkeletonText lines={3} />
  if (mayBeDone && connected.length > 0) {
    return (
      <Result label={t('done')}>
        <NextStep
          sentence={t('done')}
          consequence={t('done-note')}
          action={<ForwardLink href="/dashboard">{t('dashboard')}</ForwardLink>}
        />
        <ul className="creator-rows">
          {connected.map((account) => (
            <AccountRow key={account.id} account={account} connect={connectOf(accounts.data, account.network)} />
          ))}
        </ul>
      </Result>
    )
  }
  const sentence = t(error ? 'failed' : 'empty')
  return (
    <Result label={sentence}>
      <NextStep
        sentence={sentence}
        {...(!error && { consequence: t('empty-note') })}
        action={<Ways network={network} canConnect={error !== null && !(error instanceof ApiError && isFinal(error.code))} />}
      />
      {error && <ErrorText error={error} />}
    </Result>
  )
}
