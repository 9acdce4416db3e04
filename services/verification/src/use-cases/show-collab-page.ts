import { type CollabPage, type CollabPath, refuse, usernameKey } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { COLLAB_NETWORK } from '../domain/account.ts'
import { collabPageOf } from '../domain/collab-page.ts'
import { holderOf } from '../store/accounts.ts'

/** An unknown account and one without a page give the same answer, so that nobody learns which accounts we know. */
export async function showCollabPage({ username }: CollabPath, ctx: Context<'visitor'>): Promise<CollabPage> {
  const account = await holderOf(ctx, COLLAB_NETWORK, usernameKey(username))
  return (account && collabPageOf(account)) ?? refuse('not_found')
}
