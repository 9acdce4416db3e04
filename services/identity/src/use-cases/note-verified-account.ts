import { AccountVerified, type VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { entryOf } from '../domain/notification-table.ts'
import { putAccountName } from '../store/names.ts'
import { saveUser, userById } from '../store/users.ts'
import { notifyIn } from './notify-of-event.ts'

/** Stores a creator's first verified username, which the account menu shows, and notifies the creator. */
export const noteVerifiedAccount = (account: VerifiedAccountFacts, ctx: Context): Promise<void> =>
  ctx.transact(async (tx) => {
    const user = await userById(tx, account.creatorId)
    // The user is deleted.
    if (!user) return
    if (user.username === undefined) await saveUser(tx, { ...user, username: account.username })
    await putAccountName(tx, { id: account.accountId, creatorId: user.id, username: account.username, version: account.version })
    const entry = entryOf(AccountVerified)
    if (entry) await notifyIn(tx, entry, account as never, ctx)
  })
