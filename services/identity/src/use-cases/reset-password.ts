import { type ResetPasswordInput, refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret } from '@reelfair/service-kit'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'
import { hashPassword } from '../adapters/password-hash.ts'
import { findLink, refuseLink } from './find-link.ts'
import { replacePassword } from './replace-password.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/**
 * Sets a new password with an e-mailed link and signs the browser in. `replacePassword` removes the link, so it works
 * only once.
 */
export async function resetPassword({ token, password }: ResetPasswordInput, ctx: Context<'visitor'>): Promise<SignInResult> {
  if (isCommonPassword(password)) refuse('password_common')
  const tokenHash = hashOfSecret(token)
  // Checked before the expensive hash, and again in the transaction.
  if (!(await findLink(ctx, 'reset', tokenHash, ctx.now()))) refuseLink('reset')
  const passwordHash = await hashPassword(password)
  return ctx.transact(async (tx) => {
    const { user } = (await findLink(tx, 'reset', tokenHash, ctx.now())) ?? refuseLink('reset')
    const changed = await replacePassword(tx, user, { passwordHash, cause: 'password-reset' }, ctx)
    return startUserSession(tx, changed, undefined, ctx)
  })
}
