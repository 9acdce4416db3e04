/**
 * Copy of the brands registered in the identity service, built from its events; records only that each brand exists.
 */
import { Id } from '@reelfair/contracts'
import { type Collection, defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

// A document holds only the brand's id and version.
export const brands: Collection<object> = defineCollection('brands', {})

export const knowsBrand = async (scope: Scope, brandId: string): Promise<boolean> => Boolean(await brands.byId(scope, Id.parse(brandId)))

export const putBrand = (tx: Tx, brand: { id: string; version: number }) => brands.putNewer(tx, brand)
