import { CONFIRMATION_HOURS, type ConfirmInput, CreatorRegistered, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { DUMMY_HASH, passwordMatches } from '../adapters/password-hash.ts'
import { hashOfSecret } from '../adapters/secret.ts'
import type { Ports } from '../ports.ts'
import { linkByHash, removeLink } from '../store/links.ts'
import { saveUser, userById } from '../store/users.ts'
import { countFailure, waitForTurn } from './slow-guessing.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/**
 * Requires both the link and the password. Otherwise, an owner who opens the link would activate the account of a
 * stranger who signed up with the owner's address.
 */
export async function confirmEmail({ token, password }: ConfirmInput, ctx: Context<'visitor', Ports>): Promise<SignInResult> {
  const at = ctx.now()
  const tokenHash = hashOfSecret(token)
  const asked = await findPending(ctx, tokenHash, at)
  // Counts failures per link instead of per address, so that password guesses at sign-in do not keep the owner from
  // confirming.
  const attempt = { subject: tokenHash, ip: ctx.ip }
  await waitForTurn(attempt, ctx)
  const isRight = await passwordMatches(password, asked?.user.passwordHash ?? DUMMY_HASH)
  if (!asked || !isRight) {
    await countFailure(attempt, ctx)
    return asked ? refuse('wrong_credentials') : refuse('confirmation_invalid', { hours: CONFIRMATION_HOURS })
  }

  return ctx.transact(async (tx) => {
    const waiting = await findPending(tx, tokenHash, at)
    if (!waiting) return refuse('confirmation_invalid', { hours: CONFIRMATION_HOURS })
    const { link, user } = waiting
    // Another sign-up with the address has replaced the password since the check.
    if (user.passwordHash !== asked.user.passwordHash) return refuse('wrong_credentials')

    await removeLink(tx, link)
    const confirmed = await saveUser(tx, { ...user, confirmedAt: at })
    const { id, email, role, version } = confirmed
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version }))
    return startUserSession(tx, confirmed, 'sign-in-password', ctx)
  })
}

/** Runs the same two queries for an invalid link, so that the response time does not reveal whether a link exists. */
async function findPending(scope: Scope, tokenHash: string, at: Date) {
  const link = await linkByHash(scope, tokenHash)
  const user = await userById(scope, link?.userId ?? '')
  return link?.purpose === 'confirm' && link.expiresAt > at && user && !user.confirmedAt ? { link, user } : undefined
}
