/** Copies of brands' uploaded logos, taken from the campaigns service's events. A removed logo leaves a tombstone. */
import { Id, MediaType, refuse } from '@reelfair/contracts'
import { defineCollection, type Scope } from '@reelfair/service-kit'
import { z } from 'zod'

/** Days until a tombstone is deleted. No older event can arrive after that. */
const TOMBSTONE_DAYS = 90

export const logos = defineCollection('logos', {
  brandId: Id,
  kind: z.enum(['image', 'webm']).optional(),
  type: MediaType.optional(),
  removedAt: z.date().optional(),
})
  .index({ brandId: 1 })
  .index({ removedAt: 1 }, { expireAfterSeconds: TOMBSTONE_DAYS * 86_400 })

/** @throws Refusal logo_not_ready if the upload's event has not arrived yet, the file is gone or it belongs to another brand */
export async function loadOwnLogo(scope: Scope, mediaId: string, brandId: string) {
  const logo = await logos.byId(scope, mediaId)
  if (logo?.brandId !== brandId || !logo.kind || !logo.type) refuse('logo_not_ready')
  return { mediaId, kind: logo.kind, type: logo.type }
}
