import type { Accounts, Network, NetworkStatus } from '@reelfair/contracts'
import { labelNetworks } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { ReasonChip } from '@reelfair/ui'
import { useState } from 'react'
import { AccountRow } from '../../components/account-row.tsx'
import { AttemptsBanner, FailureBanner, RunningBanner } from './banners.tsx'
import { CodeStep } from './code-step.tsx'
import { ConnectStep } from './connect-step.tsx'
import { LabelConsent } from './label-consent.tsx'
import { useText } from './messages/index.ts'
import { VerifyForm } from './verify-form.tsx'

interface Props {
  readonly network: Network
  readonly accounts: Accounts
  readonly networkStatus: NetworkStatus
}

export function NetworkPanel({ network, accounts, networkStatus }: Props) {
  const { t } = useText()
  const { connect } = networkStatus
  const own = accounts.items.filter((account) => account.network === network)
  const verified = own.filter(({ verifiedAt }) => verifiedAt)
  const waiting = own.filter(({ status }) => status === 'unverified' || status === 'failed')
  const running = own.filter(({ status }) => status === 'verifying')
  const failed = own.filter(({ failure }) => failure)
  // The last account that was being verified while this page was open.
  const [seenRunning, setSeenRunning] = useState<string>()
  const runs = running[0]?.id
  if (runs !== undefined && runs !== seenRunning) setSeenRunning(runs)
  const roomLeft = own.length < accounts.limitPerNetwork || waiting.length > 0
  return (
    <div className="creator-panel">
      {verified.length > 0 && (
        <ul className="creator-chips" aria-label={t('profile-verified')}>
          {verified.map(({ id, username }) => (
            <li key={id}>
              <ReasonChip kind="passed" reason={`@${username}`} />
            </li>
          ))}
        </ul>
      )}
      {verified.length > 0 && labelNetworks.includes(network) && <LabelConsent network={network} accounts={verified} connect={connect} />}
      {running.map((account) => (
        <RunningBanner key={account.id} account={account} />
      ))}
      {running.length === 0 &&
        connect !== 'required' &&
        failed.map((account) => <FailureBanner key={account.id} account={account} isNew={account.id === seenRunning} />)}
      {roomLeft && connect && <ConnectStep network={network} connect={connect} another={verified.length > 0} />}
      {(roomLeft || running.length > 0) && connect !== 'required' && (
        <>
          {connect && <h2 className="creator-step-title">{t('connect-or-code')}</h2>}
          <CodeStep network={network} networkStatus={networkStatus} />
          <ol className="creator-steps" start={3}>
            <li>
              <h2 className="creator-step-title">{t('step-verify')}</h2>
              <AttemptsBanner network={network} networkStatus={networkStatus} />
              <VerifyForm network={network} accounts={accounts} networkStatus={networkStatus} />
            </li>
          </ol>
        </>
      )}
      {!roomLeft && running.length === 0 && (
        <p className="rf-note">{t('verify-limit-accounts', { limit: accounts.limitPerNetwork, network: NETWORK_NAMES[network] })}</p>
      )}
      {waiting.length > 0 && (
        <div className="creator-waiting">
          <h2 className="creator-step-title">{t('waiting-title')}</h2>
          <ul className="creator-rows">
            {waiting.map((account) => (
              <AccountRow key={account.id} account={account} connect={connect} removable />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
