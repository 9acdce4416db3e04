import { CONFIRMATION_HOURS, type ConfirmInput, CreatorRegistered, type Me, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { NOBODYS_HASH, passwordMatches } from '../adapters/password-hash.ts'
import { hashOfSecret, newSecret } from '../adapters/secret.ts'
import { startSession } from '../domain/session.ts'
import { confirmationByHash, removeConfirmation } from '../store/confirmations.ts'
import { insertSession } from '../store/sessions.ts'
import { saveUser, userById } from '../store/users.ts'
import { endSession } from './end-session.ts'
import { countFailure, placesWith, waitForTurn } from './slow-guessing.ts'

/**
 * The page behind the mail's link: the address is confirmed and its owner signed in. Whoever does it has both the mailbox and the password, so nobody
 * gives an account to a stranger who signed up with their address. Guard of the single use: the link is removed as it was read.
 */
export async function confirmEmail({ token, password }: ConfirmInput, ctx: Context<'visitor'>): Promise<{ secret: string; me: Me }> {
  const secret = newSecret()
  const at = ctx.now()
  const tokenHash = hashOfSecret(token)
  const asked = await waitingBehind(ctx, tokenHash, at)
  // Slowed by the link, not by the address: who guesses at sign-in must not keep the owner from confirming.
  await waitForTurn(tokenHash, undefined, ctx)
  const isRight = await passwordMatches(password, asked?.user.passwordHash ?? NOBODYS_HASH)
  if (!asked || !isRight) {
    await countFailure(tokenHash, ctx)
    return asked ? refuse('wrong_credentials') : refuse('confirmation_invalid', { hours: CONFIRMATION_HOURS })
  }

  const former = ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined
  const me = await ctx.transact(async (tx): Promise<Me> => {
    const waiting = await waitingBehind(tx, tokenHash, at)
    if (!waiting) return refuse('confirmation_invalid', { hours: CONFIRMATION_HOURS })
    const { link, user } = waiting
    // Somebody signed up with the address while the password was checked.
    if (user.passwordHash !== asked.user.passwordHash) return refuse('wrong_credentials')

    await removeConfirmation(tx, link)
    const { id, email, role, version } = await saveUser(tx, { ...user, confirmedAt: at, places: placesWith(user.places, ctx.ip) })
    if (former) await endSession(tx, former)
    await insertSession(tx, startSession(id, { id: ctx.newId(), secretHash: hashOfSecret(secret), at }))
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version }))
    return { id, email, role, complete: role !== 'brand' }
  })
  return { secret, me }
}

/** A link that is good, and whom it would confirm. A bad one costs the same two questions. */
async function waitingBehind(scope: Scope, tokenHash: string, at: Date) {
  const link = await confirmationByHash(scope, tokenHash)
  const user = await userById(scope, link?.id ?? '')
  return link && link.expiresAt > at && user && !user.confirmedAt ? { link, user } : undefined
}
