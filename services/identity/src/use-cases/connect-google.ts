import { type ConnectGoogleInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isFresh } from '../domain/session.ts'
import type { Ports } from '../ports.ts'
import { sessionById } from '../store/sessions.ts'
import { userById } from '../store/users.ts'
import { provePassword } from './prove-password.ts'
import { type GoogleStarted, startAttempt } from './start-google-sign-in.ts'

/**
 * Starts to connect Google to the signed-in user, who must have just signed in or enter the password; otherwise, anyone
 * at an unattended computer could add their own Google account. Open to visitors, so that the response, which contains
 * a secret, is never stored under an idempotency key.
 */
export async function connectGoogle({ password }: ConnectGoogleInput, ctx: Context<'visitor', Ports>): Promise<GoogleStarted> {
  if (ctx.actor.kind !== 'user') return refuse('not_signed_in')
  const { id, sessionId } = ctx.actor
  const user = (await userById(ctx, id)) ?? refuse('not_signed_in')
  if (user.google) refuse('google_already_connected')
  if (password !== undefined) await provePassword(password, ctx)
  else {
    const session = await sessionById(ctx, sessionId)
    if (!session || !isFresh(session, ctx.now())) refuse('fresh_sign_in_required')
  }
  return startAttempt({ purpose: 'connect', userId: id }, ctx)
}
