/** Copy of the brands registered in the identity service, built from its events. */
import { Id } from '@reelfair/contracts'
import { type Collection, defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

// The copy only records that a brand exists: its id and version.
export const brands: Collection<object> = defineCollection('brands', {})

export const knowsBrand = async (scope: Scope, brandId: string): Promise<boolean> => Boolean(await brands.byId(scope, Id.parse(brandId)))

export const putBrand = (tx: Tx, brand: { id: string; version: number }) => brands.putNewer(tx, brand)
