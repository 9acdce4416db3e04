import { type Me, refuse, type SignInInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { NOBODYS_HASH, passwordMatches } from '../adapters/password-hash.ts'
import { hashOfSecret, newSecret } from '../adapters/secret.ts'
import { startSession } from '../domain/session.ts'
import { isComplete } from '../store/brands.ts'
import { insertSession } from '../store/sessions.ts'
import { findUserByEmail, saveUser, userById } from '../store/users.ts'
import { endSession } from './end-session.ts'
import { countFailure, forgetFailures, placesWith, waitForTurn } from './slow-guessing.ts'

/**
 * Starts a session with a new secret; whichever session the browser had before is over (a secret that was planted there is worth nothing).
 * An unknown address and a wrong password get the same answer in the same time; that an address is not confirmed is told to its owner alone.
 */
export async function signIn({ email, password }: SignInInput, ctx: Context<'visitor'>): Promise<{ secret: string; me: Me }> {
  const user = await findUserByEmail(ctx, email)
  const hasFailures = await waitForTurn(email, user, ctx)
  const isRight = await passwordMatches(password, user?.passwordHash ?? NOBODYS_HASH)
  if (!user || !isRight) {
    await countFailure(email, ctx)
    return refuse('wrong_credentials')
  }
  if (!user.confirmedAt) return refuse('email_unconfirmed')

  const secret = newSecret()
  const complete = await isComplete(ctx, user)
  const former = ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined
  const places = placesWith(user.places, ctx.ip)
  const isNewPlace = places[0] !== user.places?.[0]
  if (hasFailures) await forgetFailures(email, ctx)
  await ctx.transact(async (tx) => {
    if (former) await endSession(tx, former)
    if (isNewPlace) {
      const current = await userById(tx, user.id)
      if (!current) return refuse('wrong_credentials')
      await saveUser(tx, { ...current, places: placesWith(current.places, ctx.ip) })
    }
    await insertSession(tx, startSession(user.id, { id: ctx.newId(), secretHash: hashOfSecret(secret), at: ctx.now() }))
  })
  return { secret, me: { id: user.id, email: user.email, role: user.role, complete } }
}
