import { CONFIRMATION_HOURS, type ConfirmInput, CreatorRegistered, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { NOBODYS_HASH, passwordMatches } from '../adapters/password-hash.ts'
import { hashOfSecret } from '../adapters/secret.ts'
import { linkByHash, removeLink } from '../store/links.ts'
import { saveUser, userById } from '../store/users.ts'
import { type Entry, letIn } from './let-in.ts'
import { countFailure, waitForTurn } from './slow-guessing.ts'

/**
 * The page behind the mail's link: the address is confirmed and its owner signed in. Whoever does it has both the mailbox and the password, so nobody
 * gives an account to a stranger who signed up with their address. Guard of the single use: the link is removed as it was read.
 */
export async function confirmEmail({ token, password }: ConfirmInput, ctx: Context<'visitor'>): Promise<Entry> {
  const at = ctx.now()
  const tokenHash = hashOfSecret(token)
  const asked = await waitingBehind(ctx, tokenHash, at)
  // Slowed by the link, not by the address: who guesses at sign-in must not keep the owner from confirming.
  const attempt = { whom: tokenHash, ip: ctx.ip }
  await waitForTurn(attempt, ctx)
  const isRight = await passwordMatches(password, asked?.user.passwordHash ?? NOBODYS_HASH)
  if (!asked || !isRight) {
    await countFailure(attempt, ctx)
    return asked ? refuse('wrong_credentials') : refuse('confirmation_invalid', { hours: CONFIRMATION_HOURS })
  }

  return ctx.transact(async (tx) => {
    const waiting = await waitingBehind(tx, tokenHash, at)
    if (!waiting) return refuse('confirmation_invalid', { hours: CONFIRMATION_HOURS })
    const { link, user } = waiting
    // Somebody signed up with the address while the password was checked.
    if (user.passwordHash !== asked.user.passwordHash) return refuse('wrong_credentials')

    await removeLink(tx, link)
    const confirmed = await saveUser(tx, { ...user, confirmedAt: at })
    const { id, email, role, version } = confirmed
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version }))
    return letIn(tx, confirmed, ctx)
  })
}

/** A link that is good, and whom it would confirm. A bad one costs the same two questions. */
async function waitingBehind(scope: Scope, tokenHash: string, at: Date) {
  const link = await linkByHash(scope, tokenHash)
  const user = await userById(scope, link?.id ?? '')
  return link?.purpose === 'confirm' && link.expiresAt > at && user && !user.confirmedAt ? { link, user } : undefined
}
