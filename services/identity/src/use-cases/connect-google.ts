import { type PresenceProof, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { type GoogleStarted, startAttempt } from './start-google-sign-in.ts'

/**
 * Starts to connect Google. Without proof of the user's presence, anyone at an unattended computer could add their own
 * Google account.
 */
export async function connectGoogle(proof: PresenceProof, ctx: Context<'user', Ports>): Promise<GoogleStarted> {
  const { id } = await proveBothSteps(proof, ctx, async (_, user) => (user.google ? refuse('google_already_connected') : user))
  return startAttempt({ purpose: 'connect', userId: id }, ctx)
}
