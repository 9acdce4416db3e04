import { refuse, type SignInInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { findUserByEmail, userById } from '../store/users.ts'
import { checkPassword } from './check-password.ts'
import { findKnownDevice } from './find-known-device.ts'
import { recordFailedSignIn } from './record-security.ts'
import { forgetFailures } from './slow-guessing.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/**
 * An unknown address and a wrong password get the same response in the same time. Only a user with the right password
 * learns that the address is unconfirmed.
 */
export async function signIn({ email, password }: SignInInput, ctx: Context<'visitor', Ports>): Promise<SignInResult> {
  const asked = await findUserByEmail(ctx, email)
  const device = await findKnownDevice(ctx, asked?.id ?? '', ctx)
  const about = { subject: email, deviceId: device?.id }
  const checked = await checkPassword(password, asked, about, ctx, (tx) => recordFailedSignIn(tx, asked, ctx))
  const { user, hasFailures } = checked ?? refuse('wrong_credentials')
  if (!user.confirmedAt) return refuse('email_unconfirmed')

  if (hasFailures) await forgetFailures(email, ctx)
  return ctx.transact(async (tx) => {
    const current = await userById(tx, user.id)
    return current && current.passwordHash === user.passwordHash
      ? startUserSession(tx, current, 'sign-in-password', ctx)
      : refuse('wrong_credentials')
  })
}
