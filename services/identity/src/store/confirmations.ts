/** Links that confirm an address, by the hash of their secret. The id is the user's: a newer one takes the older one's place, so there is one at most. */
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const confirmations = defineCollection('confirmations', {
  tokenHash: String,
  expiresAt: Date,
  redirect: z.string().optional(),
})
  .unique('token_hash', { tokenHash: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

type Confirmation = Stored<typeof confirmations>

export const confirmationById = (scope: Scope, userId: string) => confirmations.byId(scope, userId)

export const confirmationByHash = (scope: Scope, tokenHash: string) => confirmations.findOne(scope, { tokenHash })

/** The newest link of a user; the former one is worth nothing from then on. */
export async function putConfirmation(tx: Tx, link: Omit<Confirmation, 'version'>): Promise<void> {
  const former = await confirmationById(tx, link.id)
  if (former) await confirmations.save(tx, { ...link, version: former.version })
  else await confirmations.insert(tx, link)
}

/** Removes it as it was read: of two that use one link at once, one finds it gone. */
export const removeConfirmation = (tx: Tx, link: Confirmation) => confirmations.remove(tx, link)
