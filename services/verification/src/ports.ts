/** External systems and settings that the use cases need. */
import type { Context } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'

export interface Ports {
  readonly social: SocialProvider
  /** Whether a message was signed with the workflow's secret, at most five minutes before or after `now`. */
  readonly isSigned: (body: Buffer, signature: string, now: Date) => boolean
  /** Public address of the site, sent to the workflow with each verification. */
  readonly publicOrigin: string
}

/** The context without an actor, for code shared by requests, webhooks and workers. */
export type SharedContext = Omit<Context<'system', Ports>, 'actor'>
