import type { Context } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'

export interface Ports {
  readonly social: SocialProvider
  /** Hours for which a review waits for a decision before its default applies. */
  readonly reviewHours: number
}

export type Work = Omit<Context<'system', Ports>, 'actor'>
