import { type ConfirmInput, CreatorRegistered, refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { removeLink } from '../store/links.ts'
import { saveUser } from '../store/users.ts'
import { checkPassword } from './check-password.ts'
import { findLink, refuseLink } from './find-link.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/**
 * Requires both the link and the password. Otherwise, an owner who opens the link would activate the account of a
 * stranger who signed up with the owner's address.
 */
export async function confirmEmail({ token, password }: ConfirmInput, ctx: Context<'visitor', Ports>): Promise<SignInResult> {
  const at = ctx.now()
  const tokenHash = hashOfSecret(token)
  const asked = await findLink(ctx, 'confirm', tokenHash, at)
  // Counts failures per link instead of per address, so that password guesses at sign-in do not keep the owner from
  // confirming.
  const checked = await checkPassword(password, asked?.user, { subject: tokenHash }, ctx)
  if (!checked) return asked ? refuse('wrong_credentials') : refuseLink('confirm')

  return ctx.transact(async (tx) => {
    const { link, user } = (await findLink(tx, 'confirm', tokenHash, at)) ?? refuseLink('confirm')
    // Another sign-up with the address has replaced the password since the check.
    if (user.passwordHash !== checked.user.passwordHash) return refuse('wrong_credentials')

    await removeLink(tx, link)
    const confirmed = await saveUser(tx, { ...user, confirmedAt: at })
    const { id, email, role, version } = confirmed
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version }))
    return startUserSession(tx, confirmed, 'sign-in-password', ctx)
  })
}
