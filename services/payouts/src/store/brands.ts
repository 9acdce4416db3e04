/** Copy of the brands registered in the identity service. It only records that a brand exists. */
import { Id } from '@reelfair/contracts'
import { type Collection, defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const brands: Collection<object> = defineCollection('brands', {})

export const knowsBrand = async (scope: Scope, brandId: string): Promise<boolean> => Boolean(await brands.byId(scope, Id.parse(brandId)))

export const putBrand = (tx: Tx, brand: { id: string; version: number }) => brands.putNewer(tx, brand)
