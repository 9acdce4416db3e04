/**
 * Uploaded logos. A logo's row is written before its file and removed after it, so every file has a row. Using a logo
 * and sweeping it both write to the row, so only one of two concurrent transactions succeeds.
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

/** Returns a brand's complete files that no campaign uses, least recently used first. */
export const findUnused = (scope: Scope, brandId: string, limit: number) =>
  media.find(scope, { brandId, keepUntil: { $gt: new Date(0) }, state: 'stored' }, { sort: { keepUntil: 1 }, limit })

/**
 * The files to remove: unused ones and those left by interrupted uploads or removals. A running upload holds a lease,
 * so the sweep skips it.
 */
export const unusedMedia = defineQueue(media, { name: 'unused-media', dueAt: 'keepUntil', leaseMs: 3_600_000 })
