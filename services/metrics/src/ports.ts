/** What this service asks of the outside. */
import type { Context } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'

export interface Ports {
  readonly social: SocialProvider
  /** So long a review waits for a person; hours. */
  readonly reviewHours: number
}

/** The world of what requests, jobs and workers do alike: it matters not who asks. */
export type Work = Omit<Context<'system', Ports>, 'actor'>
