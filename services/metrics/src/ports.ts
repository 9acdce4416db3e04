import type { KeyObject } from 'node:crypto'
import type { Network } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'

export interface Ports {
  readonly social: SocialProvider
  /** Decrypts the copies of creators' access tokens. Missing if the workflow reads all networks. */
  readonly accessKey?: KeyObject | undefined
  /** Whether videos of the network can be read only with the creator’s consent. */
  readonly needsConsent: (network: Network) => boolean
}

export type Work = Omit<Context<'system', Ports>, 'actor'>
