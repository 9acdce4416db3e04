import { AccountVerified, type VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { entryOf } from '../domain/notification-table.ts'
import { saveUser, userById } from '../store/users.ts'
import { notifyIn } from './notify-of-event.ts'
import { rememberAccountIn } from './remember-names.ts'

/** Stores a creator's first verified username, which the account menu shows, and notifies the creator. */
export const noteVerifiedAccount = (account: VerifiedAccountFacts, ctx: Context): Promise<void> =>
  ctx.transact(async (tx) => {
    const user = await userById(tx, account.creatorId)
    if (user && user.username === undefined) await saveUser(tx, { ...user, username: account.username })
    await rememberAccountIn(tx, account)
    const entry = entryOf(AccountVerified)
    if (entry) await notifyIn(tx, entry, account as never, ctx)
  })
