/**
 * Uploaded logos. A logo's row is written before its file and removed after it, so every file has a row. Using a logo,
 * inviting with it and sweeping it all write to the row, so only one of two concurrent transactions succeeds.
 */
import { Id, MediaType } from '@reelfair/contracts'
import { defineCollection, defineQueue, found, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const media = defineCollection('media', {
  brandId: Id,
  kind: z.enum(['image', 'webm']),
  type: MediaType,
  bytes: z.int().min(1),
  width: z.int(),
  height: z.int(),
  durationS: z.number().optional(),
  createdAt: Date,
  state: z.enum(['storing', 'stored', 'removing']),
  /** When the sweep may remove the logo; unset while a campaign uses it. */
  keepUntil: z.date().optional(),
  /** Set once an invitation has used the logo; until then, the invitation or its partnership needs the logo. */
  invitedUntil: z.date().optional(),
  ...queueFields,
})
  .index({ brandId: 1, keepUntil: 1 })
  .index({ brandId: 1, id: 1 })
  .index({ keepUntil: 1, id: 1 })

export type StoredMedia = Stored<typeof media>

export const insertMedia = (tx: Tx, one: Omit<StoredMedia, 'version'>) => media.insert(tx, one)

export const saveMedia = (tx: Tx, one: StoredMedia) => media.save(tx, one)

export const removeMedia = (tx: Tx, one: StoredMedia) => media.remove(tx, one)

/** @throws Refusal `not_found` if the file belongs to another brand */
export const loadOwnMedia = async (scope: Scope, id: string, brandId: string) =>
  found(await media.findOne(scope, { id, brandId, state: 'stored' }))

export const findMedia = async (scope: Scope, id: string) => found(await media.findOne(scope, { id, state: 'stored' }))

const HOUR = 3_600_000
/** How long a logo is kept without being used; saving a draft with the logo restarts this period. */
const UNUSED_KEPT_HOURS = 30 * 24

const unusedUntil = (now: Date) => new Date(now.getTime() + UNUSED_KEPT_HOURS * HOUR)

/** How long to keep a logo that no campaign uses any more: at least for as long as an invitation needs it. */
export const keptUntil = (now: Date, { invitedUntil }: Pick<StoredMedia, 'invitedUntil'> = {}): Date => {
  const until = unusedUntil(now)
  return invitedUntil && invitedUntil > until ? invitedUntil : until
}

/**
 * Returns a brand's complete files that no campaign or invitation uses, least recently used first. Logos that are kept
 * for longer than unused ones are needed by an invitation.
 */
export const findUnused = (scope: Scope, brandId: string, now: Date, limit: number) =>
  media.find(
    scope,
    { brandId, keepUntil: { $gt: new Date(0), $lte: unusedUntil(now) }, state: 'stored' },
    { sort: { keepUntil: 1 }, limit },
  )

/**
 * The files to remove: unused ones and those left by interrupted uploads or removals. A running upload holds a lease,
 * so the sweep skips it.
 */
export const unusedMedia = defineQueue(media, { name: 'unused-media', dueAt: 'keepUntil', leaseMs: 3_600_000 })
