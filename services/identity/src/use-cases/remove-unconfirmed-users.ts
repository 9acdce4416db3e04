import type { Context } from '@reelfair/service-kit'
import { UNCONFIRMED_DAYS } from '../domain/retention.ts'
import { removeLinksOf } from '../store/links.ts'
import { removeUser, unconfirmedSince, userById } from '../store/users.ts'

const BATCH = 100

/** A user who confirms the address at the same time stays, because both transactions write the user's document. */
export async function removeUnconfirmedUsers(_: { day: string }, ctx: Context) {
  const before = new Date(ctx.now().getTime() - UNCONFIRMED_DAYS * 86_400_000)
  for (;;) {
    const found = await unconfirmedSince(ctx, before, BATCH)
    const removed = await ctx.transact(async (tx) => {
      let count = 0
      for (const { id } of found) {
        const user = await userById(tx, id)
        if (!user || user.confirmedAt || user.createdAt >= before) continue
        await removeLinksOf(tx, id)
        await removeUser(tx, user)
        count += 1
      }
      return count
    })
    if (removed > 0) ctx.log.info({ removed }, 'unconfirmed users removed')
    if (found.length < BATCH || removed === 0) return
  }
}
