import type { Context } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'

export interface Ports {
  readonly social: SocialProvider
}

export type Work = Omit<Context<'system', Ports>, 'actor'>
