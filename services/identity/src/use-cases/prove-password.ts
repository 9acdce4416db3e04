import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { type User, userById } from '../store/users.ts'
import { checkPassword } from './check-password.ts'
import { findKnownDevice } from './find-known-device.ts'
import { recordWrongProof } from './record-security.ts'

/**
 * Asks for the signed-in user's password before a sensitive change, because someone else may be using the browser.
 * Counts failures per user instead of per address, so that guesses at sign-in do not keep the owner from the change.
 * @returns the user as read; compare `passwordHash` in the transaction, because the password may have changed
 * @throws Refusal `not_signed_in`, `wrong_password` or `sign_in_slowed`
 */
export async function provePassword(password: string, ctx: Context<'user', Ports>): Promise<User> {
  const user = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  const device = await findKnownDevice(ctx, user.id, ctx)
  const about = { subject: user.id, deviceId: device?.id }
  const checked = await checkPassword(password, user, about, ctx, (tx) => recordWrongProof(tx, user.id, 'wrong-password', ctx))
  return checked?.user ?? refuse('wrong_password')
}
