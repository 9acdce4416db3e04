/** What this service asks of the outside. */
import type { Context } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'

export interface Ports {
  readonly social: SocialProvider
  /** Whether a message of the workflow was signed with our secret, and just now. */
  readonly isSigned: (body: Buffer, signature: string, now: Date) => boolean
  /** Where people use the product: the workflow is told. */
  readonly publicOrigin: string
}

/** The world of what requests, messages and workers do alike: it matters not who asks. */
export type Work = Omit<Context<'system', Ports>, 'actor'>
