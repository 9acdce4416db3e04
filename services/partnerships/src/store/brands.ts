/** What this service knows of brands, from identity's events: their names, which creators read. */
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const brands = defineCollection('brands', { brandName: String })

export const putBrand = (tx: Tx, brand: { id: string; brandName: string; version: number }) => brands.putNewer(tx, brand)

/** Names by brand, for one page of a list. */
export async function brandNames(scope: Scope, brandIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(brandIds)]
  const known = ids.length > 0 ? await brands.find(scope, { id: { $in: ids } }, { limit: ids.length }) : []
  return new Map(known.map(({ id, brandName }) => [id, brandName]))
}
