import { usernameKey, type VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accounts } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

/** An older event that arrives late changes nothing. */
export const rememberAccount = (
  { accountId: id, creatorId, network, externalId, username, isPublic, ageRestricted, isCollabOpen, version }: VerifiedAccountFacts,
  ctx: Context,
) =>
  ctx.transact(async (tx) => {
    if (await deletion.isDeleted(tx, creatorId)) return
    const facts = { id, creatorId, network, externalId, username, isPublic, ageRestricted, isCollabOpen, version }
    await accounts.putNewer(tx, { ...facts, usernameKey: usernameKey(username) })
  })
