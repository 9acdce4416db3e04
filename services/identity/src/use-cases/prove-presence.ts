import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isFresh } from '../domain/session.ts'
import type { Ports } from '../ports.ts'
import { sessionById } from '../store/sessions.ts'
import { type User, userById } from '../store/users.ts'
import { provePassword } from './prove-password.ts'

export const presenceRefusals = [
  'not_signed_in',
  'fresh_sign_in_required',
  'recent_sign_in_required',
  'wrong_password',
  'sign_in_slowed',
] as const

/**
 * Asks for the password before a sensitive change or, from a user without one, for a recent sign-in, because somebody
 * else may be using the browser.
 * @param change.needsPassword whether only users with a password can make the change; refuses others at once
 * @returns the user as read; compare `passwordHash` in the transaction, because the password may have changed
 * @throws Refusal one of `presenceRefusals`, or `google_only_sign_in` if the change needs a password
 */
export async function provePresence(
  password: string | undefined,
  ctx: Context<'user', Ports>,
  { needsPassword = false }: { readonly needsPassword?: boolean } = {},
): Promise<User> {
  const user = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  if (user.passwordHash !== undefined) return password === undefined ? refuse('fresh_sign_in_required') : provePassword(password, ctx)
  if (needsPassword) return refuse('google_only_sign_in')
  const session = await sessionById(ctx, ctx.actor.sessionId)
  return session && isFresh(session, ctx.now()) ? user : refuse('recent_sign_in_required')
}
