import { type GooglePasswordInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { findUserByEmail, userById } from '../store/users.ts'
import { checkPassword } from './check-password.ts'
import { recordFailedSignIn } from './record-security.ts'
import { connectAndEnter, enter, type GoogleSignIn, saveGoogle, waitingAttempt } from './sign-in-with-google.ts'

/**
 * Google has not confirmed the address, so the password must prove whose account it is. An address without an account
 * gets the same response as a wrong password.
 */
export async function linkGoogleByPassword({ password }: GooglePasswordInput, ctx: Context<'visitor', Ports>): Promise<GoogleSignIn> {
  const { profile } = await ctx.transact((tx) => waitingAttempt(tx, ctx))
  const asked = await findUserByEmail(ctx, profile.email)
  const about = { subject: profile.email }
  const checked = await checkPassword(password, asked, about, ctx, (tx) => recordFailedSignIn(tx, asked, ctx))
  const { user } = checked ?? refuse('wrong_credentials')
  if (!user.confirmedAt) return refuse('email_unconfirmed')

  return ctx.transact(async (tx) => {
    const attempt = await waitingAttempt(tx, ctx)
    const current = await userById(tx, user.id)
    if (!current || current.passwordHash !== user.passwordHash) return refuse('wrong_credentials')
    if (current.google && current.google.sub !== profile.sub) return refuse('google_already_connected')
    if (!current.google) return connectAndEnter(tx, attempt, current, profile, ctx)
    return enter(tx, attempt, await saveGoogle(tx, current, profile, ctx), ctx)
  })
}
