/** Brand names and logos as creators see them, copied from identity's events. */
import { type ShownBrand, shownBrands, skeletonOf } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const brands = defineCollection('brands', {
  brandName: String,
  skeleton: String,
  registeredAt: z.date().optional(),
  logoId: z.string().optional(),
}).index({ skeleton: 1, registeredAt: 1 })

export const putBrand = (tx: Tx, brand: Omit<Stored<typeof brands>, 'skeleton'>) =>
  brands.putNewer(tx, { ...brand, skeleton: skeletonOf(brand.brandName) })

/** Maximum number of brands with look-alike names to read, oldest first. */
const MAX_ALIKE = 1_000

export async function brandsShown(scope: Scope, brandIds: readonly string[]): Promise<ReadonlyMap<string, ShownBrand>> {
  const ids = [...new Set(brandIds)]
  const known = ids.length > 0 ? await brands.find(scope, { id: { $in: ids } }, { limit: ids.length }) : []
  if (known.length === 0) return new Map()
  const skeletons = [...new Set(known.map(({ skeleton }) => skeleton))]
  return shownBrands(known, await brands.find(scope, { skeleton: { $in: skeletons } }, { limit: MAX_ALIKE, sort: { registeredAt: 1 } }))
}
