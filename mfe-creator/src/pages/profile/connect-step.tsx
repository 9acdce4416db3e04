import type { Network } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { ConnectButton } from '../../components/connection/connect-button.tsx'
import type { Connect } from '../../components/connection/connection.ts'
import { useText } from '../../components/connection/messages/index.ts'

interface ConnectStepProps {
  readonly network: Network
  readonly connect: Connect
  /** Whether the creator has a verified account on the network, which is connected in its own row. */
  readonly another: boolean
}

/** The network confirms the account, so a code in its bio is unnecessary. */
export function ConnectStep({ network, connect, another }: ConnectStepProps) {
  const { t } = useText()
  const words = { network: NETWORK_NAMES[network] }
  return (
    <section className="creator-waiting">
      <h2 className="creator-step-title">{t(another ? 'connect-another' : 'connect', words)}</h2>
      <p>
        {connect === 'required' && `${t('required', words)} `}
        {t('reads')}
      </p>
      <ConnectButton look="filled" size="large" network={network} another={another} />
    </section>
  )
}
