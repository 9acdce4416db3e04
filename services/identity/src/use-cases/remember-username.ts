import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { saveUser, userById } from '../store/users.ts'

/** Stores a creator's first verified username, which the account menu shows. */
export const rememberUsername = ({ creatorId, username }: VerifiedAccountFacts, ctx: Context): Promise<void> =>
  ctx.transact(async (tx) => {
    const user = await userById(tx, creatorId)
    if (user && user.username === undefined) await saveUser(tx, { ...user, username })
  })
