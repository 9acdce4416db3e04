import type { Account, Network } from '@reelfair/contracts'
import { CONNECTION_MINUTES, NETWORK_NAMES } from '@reelfair/contracts/values'
import { ButtonLink, ForwardLink, NextStep, SkeletonText, serverNow, useWords } from '@reelfair/ui'
import { ApiError, sentenceOfError } from '@reelfair/web-kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AccountRow } from '../../components/account-row.tsx'
import { ConnectButton } from '../../components/connection/connect-button.tsx'
import { connectOf, isConnected } from '../../components/connection/connection.ts'
import { startedNetwork } from '../../components/connection/started-network.ts'
import { useAccounts } from '../../components/queries.ts'
import { useText } from './messages/index.ts'

interface ResultProps {
  readonly sentence: string
  readonly reason?: string | undefined
  readonly action: ReactNode
  readonly children?: ReactNode
}

/** Screen readers announce the result, because it receives focus. */
function Result({ sentence, reason, action, children }: ResultProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const label = [sentence.replaceAll('*', ''), reason].filter(Boolean).join(' ')
  return (
    <section className="creator-panel" ref={place} tabIndex={-1} aria-label={label}>
      <NextStep sentence={sentence} consequence={reason} action={action} />
      {children}
    </section>
  )
}

const accountsPage = (network: Network | undefined) => (network ? `/profile?network=${network}` : '/profile')

export function Declined({ network }: { network: Network }) {
  const { t } = useText()
  const accounts = useAccounts()
  const connect = connectOf(accounts.data, network)
  const why = connect && t(connect === 'required' ? 'declined-required' : 'declined-offered', { network: NETWORK_NAMES[network] })
  const reason = [t('declined-note'), why].filter(Boolean).join(' ')
  return <Result sentence={t('declined')} reason={reason} action={<Ways network={network} canConnect />} />
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
const isFinal = ({ code }: ApiError) => code === 'account_limit_reached' || code === 'account_additions_reached'

/** After a lost response, only an account connected within this time is the one just connected. */
const LONGEST_RESPONSE_MS = 120_000
/** A link that no longer works may have connected the account before, within the time that it was valid. */
const LONGEST_CONNECTION_MS = CONNECTION_MINUTES * 60_000 + LONGEST_RESPONSE_MS

/**
 * The callback failed, or there was none. After a reload, a return to the network's page, or a lost response, the
 * account may be connected nevertheless.
 */
export function Unfinished({ error }: { error: Error | null }) {
  const { t, locale } = useText()
  const { unknownError } = useWords()
  const accounts = useAccounts()
  const { refetch } = accounts
  const [isCurrent, setIsCurrent] = useState(false)
  useEffect(() => void refetch().then(() => setIsCurrent(true)), [refetch])
  const network = startedNetwork()
  const [now] = useState(serverNow)
  const isLost = error instanceof ApiError && error.outcomeUnknown && error.code !== 'connection_unavailable'
  const mayBeDone = error === null || isLost || (error instanceof ApiError && error.code === 'connection_invalid')
  const after = now - (isLost ? LONGEST_RESPONSE_MS : error ? LONGEST_CONNECTION_MS : now)
  const isRecent = ({ connection, verifiedAt, network: of }: Account) => {
    const isProof = connectOf(accounts.data, of) === 'verifies'
    const since = connection ? isConnected({ connection }) && connection.since : isProof && verifiedAt
    return since && (!network || of === network) && Date.parse(since) > after
  }
  const connected = (accounts.data?.items ?? []).filter(isRecent)
  if (mayBeDone && !isCurrent) return <SkeletonText lines={3} />
  if (mayBeDone && connected.length > 0) {
    return (
      <Result sentence={t('done')} reason={t('done-note')} action={<ForwardLink href="/dashboard">{t('dashboard')}</ForwardLink>}>
        <ul className="creator-rows">
          {connected.map((account) => (
            <AccountRow key={account.id} account={account} connect={connectOf(accounts.data, account.network)} />
          ))}
        </ul>
      </Result>
    )
  }
  if (!error) return <Result sentence={t('empty')} reason={t('empty-note')} action={<Ways network={network} canConnect={false} />} />
  const canConnect = !(error instanceof ApiError && isFinal(error))
  const reason = sentenceOfError(error, locale) ?? unknownError
  return <Result sentence={t('failed')} reason={reason} action={<Ways network={network} canConnect={canConnect} />} />
}
