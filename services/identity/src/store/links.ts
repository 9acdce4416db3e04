/**
 * Links that were mailed, by the hash of their secret. The id is the user's: a newer link takes the older one's place, so there is one at most. An account
 * waits for its confirmation or can be signed in to, never both.
 */
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const links = defineCollection('links', {
  purpose: z.enum(['confirm', 'sign-in']),
  tokenHash: String,
  expiresAt: Date,
  redirect: z.string().optional(),
})
  .unique('token_hash', { tokenHash: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

type Link = Stored<typeof links>

export const linkById = (scope: Scope, userId: string) => links.byId(scope, userId)

export const linkByHash = (scope: Scope, tokenHash: string) => links.findOne(scope, { tokenHash })

/** The newest link of a user; the former one is void from then on. */
export async function putLink(tx: Tx, link: Omit<Link, 'version'>): Promise<void> {
  const former = await linkById(tx, link.id)
  if (former) await links.save(tx, { ...link, version: former.version })
  else await links.insert(tx, link)
}

/** Removes it as it was read: of two that use one link at the same time, one finds it gone. */
export const removeLink = (tx: Tx, link: Link) => links.remove(tx, link)
