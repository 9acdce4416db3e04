import type { KeyObject } from 'node:crypto'
import type { Network } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { FetchPicture, OauthApp, SocialProvider } from '@reelfair/social'

export interface AccessKeys {
  readonly attempts: KeyObject
  readonly grants: KeyObject
  /** ACCESS_KEY itself, which metrics has too. The others are derived from it. */
  readonly tokens: KeyObject
}

export interface Ports {
  readonly social: SocialProvider
  readonly fetchPicture: FetchPicture
  /** Accepts timestamps at most five minutes before or after `now`. */
  readonly isSigned: (body: Buffer, signature: string, now: Date) => boolean
  readonly publicOrigin: string
  /** Creators can connect accounts on these networks. */
  readonly apps: Partial<Readonly<Record<Network, OauthApp>>>
  /** Undefined without an app. */
  readonly accessKeys: AccessKeys | undefined
  /** Whether a network is read only with the creator's consent. */
  readonly needsConsent: (network: Network) => boolean
  /** Whether the network is read through its own API. */
  readonly isOfficial: (network: Network) => boolean
  readonly standardInput: NodeJS.ReadableStream
}

export type SharedContext = Omit<Context<'system', Ports>, 'actor'>
