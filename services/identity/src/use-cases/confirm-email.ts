import { CONFIRMATION_HOURS, type ConfirmInput, CreatorRegistered, type Me, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { hashOfSecret, newSecret } from '../adapters/secret.ts'
import { startSession } from '../domain/session.ts'
import { confirmationByHash, removeConfirmation } from '../store/confirmations.ts'
import { insertSession } from '../store/sessions.ts'
import { saveUser, userById } from '../store/users.ts'
import { endSession } from './end-session.ts'
import { placesWith } from './slow-guessing.ts'

/** The button behind the mail's link: the address is confirmed and its owner signed in. Guard of the single use: the link is removed as it was read. */
export async function confirmEmail({ token }: ConfirmInput, ctx: Context<'visitor'>): Promise<{ secret: string; me: Me }> {
  const secret = newSecret()
  const at = ctx.now()
  const former = ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined
  const me = await ctx.transact(async (tx): Promise<Me> => {
    const link = await confirmationByHash(tx, hashOfSecret(token))
    const user = link && link.expiresAt > at ? await userById(tx, link.id) : undefined
    if (!link || !user || user.confirmedAt) return refuse('confirmation_invalid', { hours: CONFIRMATION_HOURS })

    await removeConfirmation(tx, link)
    const { id, email, role, version } = await saveUser(tx, { ...user, confirmedAt: at, places: placesWith(user.places, ctx.ip) })
    if (former) await endSession(tx, former)
    await insertSession(tx, startSession(id, { id: ctx.newId(), secretHash: hashOfSecret(secret), at }))
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version }))
    return { id, email, role, complete: role !== 'brand' }
  })
  return { secret, me }
}
