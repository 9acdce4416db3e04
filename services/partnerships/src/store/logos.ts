/** Copies of brands' uploaded logos, taken from the campaigns service's events. A removed logo leaves a tombstone. */
import { Id, MediaType, refuse } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored } from '@reelfair/service-kit'
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

/**
 * @throws Refusal logo_not_ready if the upload's event has not arrived yet, the file is gone or it belongs to another
 * brand
 */
export async function loadOwnLogo(scope: Scope, mediaId: string, brandId: string) {
  const logo = await logos.byId(scope, mediaId)
  return (logo?.brandId === brandId ? usable(logo) : undefined) ?? refuse('logo_not_ready')
}

const usable = ({ id: mediaId, kind, type }: Stored<typeof logos>) => (kind && type ? { mediaId, kind, type } : undefined)

export async function anyLogoOf(scope: Scope, brandId: string) {
  const logo = await logos.findOne(scope, { brandId, removedAt: { $exists: false } })
  return logo && usable(logo)
}
