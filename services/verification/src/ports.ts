import type { Context } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'

export interface Ports {
  readonly social: SocialProvider
  /** Accepts timestamps at most five minutes before or after `now`. */
  readonly isSigned: (body: Buffer, signature: string, now: Date) => boolean
  readonly publicOrigin: string
}

export type SharedContext = Omit<Context<'system', Ports>, 'actor'>
