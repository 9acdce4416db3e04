import { CONFIRMATION_HOURS, type ConfirmInput, CreatorRegistered, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { DUMMY_HASH, passwordMatches } from '../adapters/password-hash.ts'
import { hashOfSecret } from '../adapters/secret.ts'
import { linkByHash, removeLink } from '../store/links.ts'
import { saveUser, userById } from '../store/users.ts'
import { countFailure, waitForTurn } from './slow-guessing.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/**
 * Confirms an e-mail address by its link and signs the user in. This requires both the mailbox and the password, so
 * that an owner who opens the link does not activate the account of a stranger who signed up with the address. The link
 * is removed only if it has not changed since it was read, so it cannot be used twice.
 */
export async function confirmEmail({ token, password }: ConfirmInput, ctx: Context<'visitor'>): Promise<SignInResult> {
  const at = ctx.now()
  const tokenHash = hashOfSecret(token)
  const asked = await findPending(ctx, tokenHash, at)
  // Attempts are slowed down per link, not per address, so that password guesses at sign-in do not keep the owner from
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
    // Another sign-up with the address replaced the password during the check.
    if (user.passwordHash !== asked.user.passwordHash) return refuse('wrong_credentials')

    await removeLink(tx, link)
    const confirmed = await saveUser(tx, { ...user, confirmedAt: at })
    const { id, email, role, version } = confirmed
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version }))
    return startUserSession(tx, confirmed, ctx)
  })
}

/** Returns a valid link and its unconfirmed user. An invalid link takes the same two queries. */
async function findPending(scope: Scope, tokenHash: string, at: Date) {
  const link = await linkByHash(scope, tokenHash)
  const user = await userById(scope, link?.id ?? '')
  return link?.purpose === 'confirm' && link.expiresAt > at && user && !user.confirmedAt ? { link, user } : undefined
}
