import type { Network } from '@reelfair/contracts'
import { NETWORKS } from '@reelfair/contracts/values'

const KEY = 'reelfair.connect'

export function rememberStartedNetwork(network: Network): void {
  try {
    sessionStorage.setItem(KEY, network)
  } catch {
    // Storage is blocked; after a failure, the creator then chooses the network again.
  }
}

/** The network to whose page this tab was last redirected; undefined if unknown. */
export function startedNetwork(): Network | undefined {
  try {
    const kept = sessionStorage.getItem(KEY)
    return NETWORKS.find((network) => network === kept)
  } catch {
    return undefined
  }
}
