import { CONNECTION_PATH, type Network, refuse } from '@reelfair/contracts'
import type { OauthApp } from '@reelfair/social'
import type { AccessKeys, Ports } from '../ports.ts'

interface Connector {
  readonly app: OauthApp
  readonly keys: AccessKeys
  readonly redirectUri: string
}

/** @throws Refusal not_found if the operator has not set up an app on this network */
export function connectorOf(network: Network, { apps, accessKeys: keys, publicOrigin }: Ports): Connector {
  const app = apps[network]
  return app && keys ? { app, keys, redirectUri: publicOrigin + CONNECTION_PATH } : refuse('not_found')
}
