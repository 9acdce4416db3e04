import { type CollabPage, type CollabPath, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { collabPageOf } from '../domain/collab-page.ts'
import { usernameKey } from '../domain/username.ts'
import { holderOf } from '../store/accounts.ts'

/** An unknown account and one without a page give the same answer, so that nobody learns which accounts we know. */
export async function showCollabPage({ username }: CollabPath, ctx: Context<'visitor'>): Promise<CollabPage> {
  const account = await holderOf(ctx, 'instagram', usernameKey(username))
  return (account && collabPageOf(account)) ?? refuse('not_found')
}
