import type { Network } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, type ButtonProps, ErrorText } from '@reelfair/ui'
import { redirectToProvider, useWrite } from '@reelfair/web-kit'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useText } from './messages/index.ts'
import { rememberStartedNetwork } from './started-network.ts'

type ConnectButtonProps = Pick<ButtonProps, 'look' | 'size'> & {
  readonly network: Network
  /** An account that the creator connects. On the network's page, the creator may still choose another one. */
  readonly username?: string
  /** Whether the account was connected before. */
  readonly again?: boolean
  /** Whether this adds an account to the creator's verified ones. */
  readonly another?: boolean
}

/** Redirects to the network's page, on which the creator consents. */
export function ConnectButton({ network, username = '', again = false, another = false, ...looks }: ConnectButtonProps) {
  const { t } = useText()
  const start = useWrite('POST', '/verification/connections', {
    onDone: ({ url }) => {
      rememberStartedNetwork(network)
      redirectToProvider(url)
    },
  })
  const words = { network: NETWORK_NAMES[network], username }
  return (
    <div className="creator-connect">
      <Button
        {...looks}
        iconAfter={ArrowUpRight}
        busy={start.isPending}
        {...(username !== '' && { 'aria-label': t(again ? 'connect-again-label' : 'connect-label', words) })}
        onClick={() => start.mutate({ network })}
      >
        {t(again ? 'connect-again' : username ? 'connect-account' : another ? 'connect-another' : 'connect', words)}
      </Button>
      <ErrorText error={start.error} />
    </div>
  )
}
