/**
 * A user has at most one link per purpose: a new link replaces the previous one with the same purpose. The database
 * deletes expired ones, as the privacy policy promises; `remove-old-records.ts` does so by the clock that the sandbox
 * moves.
 */
import { Id, LinkPurpose } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { LINK_KINDS } from '../domain/mail.ts'
import { dropMails } from './mails.ts'

export const links = defineCollection('links', {
  userId: Id,
  purpose: LinkPurpose,
  tokenHash: String,
  expiresAt: Date,
  redirect: z.string().optional(),
  /** The address that a change of address confirms. */
  newEmail: z.string().optional(),
})
  .unique('token_hash', { tokenHash: 1 })
  .index({ userId: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export type Link = Stored<typeof links>

const idOf = (userId: string, purpose: LinkPurpose) => `${purpose}:${userId}`

export const linkOf = (scope: Scope, userId: string, purpose: LinkPurpose) => links.byId(scope, idOf(userId, purpose))

export const linkByHash = (scope: Scope, tokenHash: string) => links.findOne(scope, { tokenHash })

export async function putLink(tx: Tx, given: Omit<Link, 'id' | 'version'>): Promise<void> {
  const link = { ...given, id: idOf(given.userId, given.purpose) }
  const former = await links.byId(tx, link.id)
  if (former) await links.save(tx, { ...link, version: former.version })
  else await links.insert(tx, link)
}

/** Fails if the link has changed since it was read, so that only one of two concurrent requests can use the link. */
export const removeLink = (tx: Tx, link: Link) => links.remove(tx, link)

export const removeLinksExpiredBefore = (tx: Tx, time: Date, limit: number) => links.removeSome(tx, { expiresAt: { $lt: time } }, { limit })

/** Also drops e-mails that are waiting to deliver one. */
export async function removeLinksOf(tx: Tx, userId: string): Promise<void> {
  await dropMails(tx, userId, LINK_KINDS)
  await links.removeSome(tx, { userId }, { limit: LinkPurpose.options.length })
}
