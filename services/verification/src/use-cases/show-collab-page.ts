import { type CollabPage, type CollabPath, usernameKey } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import { COLLAB_NETWORK } from '../domain/account.ts'
import { collabPageOf } from '../domain/collab-page.ts'
import { holderOf } from '../store/accounts.ts'
import { recordsOf } from '../store/records.ts'
import { showcaseOf } from '../store/showcases.ts'

/** An unknown account and one without a page give the same answer, so that nobody learns which accounts we know. */
export async function showCollabPage({ username }: CollabPath, ctx: Context<'visitor'>): Promise<CollabPage> {
  const account = found(await holderOf(ctx, COLLAB_NETWORK, usernameKey(username)))
  const [showcase, recordOf] = await Promise.all([showcaseOf(ctx, account.id), recordsOf(ctx, [account.creatorId])])
  const page = found(collabPageOf(account, showcase))
  const record = recordOf(account.creatorId)
  return record.tiers.length > 0 ? { ...page, record } : page
}
