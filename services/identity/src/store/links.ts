/**
 * A link's id is its user's id, so a new link replaces the previous one. One link per user is enough: users either
 * still have to confirm the address or can already sign in.
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

export async function putLink(tx: Tx, link: Omit<Link, 'version'>): Promise<void> {
  const former = await linkById(tx, link.id)
  if (former) await links.save(tx, { ...link, version: former.version })
  else await links.insert(tx, link)
}

/** Fails if the link has changed since it was read, so that only one of two concurrent requests can use the link. */
export const removeLink = (tx: Tx, link: Link) => links.remove(tx, link)
