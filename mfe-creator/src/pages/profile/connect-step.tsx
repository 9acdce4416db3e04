import type { Network } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { ConnectButton } from '../../components/connection/connect-button.tsx'
import type { Connect } from '../../components/connection/connection.ts'
import { useText } from '../../components/connection/messages/index.ts'

/** The network confirms the account, so a code in its bio is unnecessary. */
export function ConnectStep({ network, connect }: { network: Network; connect: Connect }) {
  const { t } = useText()
  const words = { network: NETWORK_NAMES[network] }
  return (
    <section className="creator-waiting">
      <h2 className="creator-step-title">{t('connect', words)}</h2>
      <p>
        {connect === 'required' && `${t('required', words)} `}
        {t('reads')}
      </p>
      <ConnectButton look="filled" size="large" network={network} />
    </section>
  )
}
