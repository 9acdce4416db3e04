/**
 * Logos that brands have uploaded. The row is there before the file and goes after it, so no file is ever without one. Guard of what is used: who uses it
 * and who sweeps it write the same row.
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
  /** No campaign uses it: until then it is kept. */
  keepUntil: z.date().optional(),
  ...queueFields,
})
  .index({ brandId: 1, keepUntil: 1 })
  .index({ keepUntil: 1, id: 1 })

export type StoredMedia = Stored<typeof media>

export const insertMedia = (tx: Tx, one: Omit<StoredMedia, 'version'>) => media.insert(tx, one)

export const saveMedia = (tx: Tx, one: StoredMedia) => media.save(tx, one)

export const removeMedia = (tx: Tx, one: StoredMedia) => media.remove(tx, one)

/** Another brand's is "not found". */
export const loadOwnMedia = async (scope: Scope, id: string, brandId: string) =>
  found(await media.findOne(scope, { id, brandId, state: 'stored' }))

export const findMedia = async (scope: Scope, id: string) => found(await media.findOne(scope, { id, state: 'stored' }))

/** A brand's whole ones that no campaign uses, those that were named last at the end. */
export const findUnused = (scope: Scope, brandId: string, limit: number) =>
  media.find(scope, { brandId, keepUntil: { $gt: new Date(0) }, state: 'stored' }, { sort: { keepUntil: 1 }, limit })

/** Files that nobody uses, and those whose upload or removal was cut off: they go. An upload under way holds a lease. */
export const unusedMedia = defineQueue(media, { name: 'unused-media', dueAt: 'keepUntil', leaseMs: 3_600_000 })
