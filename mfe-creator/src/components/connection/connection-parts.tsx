import type { Account } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, formatDate, formatDateTime, ReasonChip, Warning } from '@reelfair/ui'
import { lazy, Suspense, useState } from 'react'
import { ConnectButton } from './connect-button.tsx'
import { type Connect, isConnected } from './connection.ts'
import { useText } from './messages/index.ts'

const DisconnectDialog = lazy(async () => ({ default: (await import('./disconnect-dialog.tsx')).DisconnectDialog }))

interface PartProps {
  readonly account: Account
  readonly connect: Connect
}

/** Whether a verified account is connected, or why not. A warning if its views need the connection. */
export function ConnectionState({ account, connect }: PartProps) {
  const { t, locale } = useText()
  const end = useEnd(account)
  const { network, username, connection } = account
  if (connection && isConnected(account)) {
    return <ReasonChip kind="passed" reason={t('since', { at: formatDate(connection.since, locale, { year: true }) })} />
  }
  if (connect === 'required') {
    return (
      <Warning
        level={4}
        title={end?.reason ?? t('not-connected')}
        actions={<ConnectButton network={network} username={username} again={end !== undefined} />}
      >
        {[end?.why, t('required', { network: NETWORK_NAMES[network] }), end && t('not-counted')].filter(Boolean).join(' ')}
      </Warning>
    )
  }
  return end && <ReasonChip kind="held" reason={end.reason} fix={[end.why, t('still-counted')].filter(Boolean).join(' ')} />
}

/** When and why the last connection ended. */
function useEnd({ network, connection }: Account) {
  const { t, locale } = useText()
  if (connection?.endedAt === undefined) return undefined
  const { endedAt, endedBy = 'network' } = connection
  const words = { network: NETWORK_NAMES[network], at: formatDateTime(endedAt, locale) }
  return { reason: t(`ended-${endedBy}`, words), why: endedBy === 'creator' ? undefined : t(`ended-${endedBy}-why`, words) }
}

/** A warning has its own button to connect. */
export function ConnectionActions({ account, connect }: PartProps) {
  const { t } = useText()
  const [isAsking, setIsAsking] = useState(false)
  const { network, username, connection } = account
  if (!isConnected(account)) {
    return connect === 'offered' && <ConnectButton size="small" network={network} username={username} again={connection !== undefined} />
  }
  return (
    <>
      <Button
        size="small"
        aria-label={t('disconnect-label', { username, network: NETWORK_NAMES[network] })}
        onClick={() => setIsAsking(true)}
      >
        {t('disconnect')}
      </Button>
      {isAsking && (
        <Suspense>
          <DisconnectDialog account={account} connect={connect} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
