import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { DUMMY_HASH, passwordMatches } from '../adapters/password-hash.ts'
import { hashOfSecret } from '../adapters/secret.ts'
import type { Ports } from '../ports.ts'
import { deviceOf } from '../store/devices.ts'
import { type User, userById } from '../store/users.ts'
import { recordWrongProof } from './record-security.ts'
import { countFailure, waitForTurn } from './slow-guessing.ts'

/**
 * Asks for the signed-in user's password again before a sensitive change, because somebody else may use the browser.
 * Counts failures per user instead of per address, so that guesses at sign-in do not keep the owner from the change.
 * @returns the user as read; compare `passwordHash` in the transaction, because the password may change meanwhile
 * @throws Refusal `not_signed_in`, `wrong_password` or `sign_in_slowed`
 */
export async function provePassword(password: string, ctx: Context<'user', Ports>): Promise<User> {
  const user = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  const device = ctx.device === undefined ? undefined : await deviceOf(ctx, hashOfSecret(ctx.device), user.id)
  const attempt = { subject: user.id, deviceId: device?.id, ip: ctx.ip }
  await waitForTurn(attempt, ctx)
  if (await passwordMatches(password, user.passwordHash ?? DUMMY_HASH)) return user
  await countFailure(attempt, ctx, (tx) => recordWrongProof(tx, user.id, 'wrong-password', ctx))
  return refuse('wrong_password')
}
