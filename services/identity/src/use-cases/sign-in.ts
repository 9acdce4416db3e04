import { refuse, type SignInInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { DUMMY_HASH, passwordMatches } from '../adapters/password-hash.ts'
import { hashOfSecret } from '../adapters/secret.ts'
import type { Ports } from '../ports.ts'
import { deviceOf } from '../store/devices.ts'
import { findUserByEmail, userById } from '../store/users.ts'
import { recordFailedSignIn } from './record-security.ts'
import { countFailure, forgetFailures, waitForTurn } from './slow-guessing.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/**
 * An unknown address and a wrong password get the same response in the same time. Only a user with the right password
 * learns that the address is unconfirmed.
 */
export async function signIn({ email, password }: SignInInput, ctx: Context<'visitor', Ports>): Promise<SignInResult> {
  const user = await findUserByEmail(ctx, email)
  const device = ctx.device === undefined ? undefined : await deviceOf(ctx, hashOfSecret(ctx.device), user?.id ?? '')
  const attempt = { subject: email, deviceId: device?.id, ip: ctx.ip }
  const hasFailures = await waitForTurn(attempt, ctx)
  const isRight = await passwordMatches(password, user?.passwordHash ?? DUMMY_HASH)
  if (!user || !isRight) {
    await countFailure(attempt, ctx, (tx) => recordFailedSignIn(tx, user, ctx))
    return refuse('wrong_credentials')
  }
  if (!user.confirmedAt) return refuse('email_unconfirmed')

  if (hasFailures) await forgetFailures(email, ctx)
  return ctx.transact(async (tx) => {
    const current = await userById(tx, user.id)
    return current && current.passwordHash === user.passwordHash
      ? startUserSession(tx, current, 'sign-in-password', ctx)
      : refuse('wrong_credentials')
  })
}
