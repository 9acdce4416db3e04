import { type Context, inBatches } from '@reelfair/service-kit'
import { UNCONFIRMED_DAYS } from '../domain/retention.ts'
import { removeLinksOf } from '../store/links.ts'
import { removeUser, unconfirmedSince } from '../store/users.ts'

/** A user who confirms the address at the same time stays, because both transactions write the user's document. */
export async function removeUnconfirmedUsers(_: { day: string }, ctx: Context) {
  const before = new Date(ctx.now().getTime() - UNCONFIRMED_DAYS * 86_400_000)
  const removed = await inBatches(ctx, async (tx, limit) => {
    const old = await unconfirmedSince(tx, before, limit)
    for (const user of old) {
      await removeLinksOf(tx, user.id)
      await removeUser(tx, user)
    }
    return old.length
  })
  if (removed > 0) ctx.log.info({ removed }, 'unconfirmed users removed')
}
