/** Registered brands and their names, as creators see them in statements. Copied from identity's events. */
import { Id } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'

export const brands = defineCollection('brands', { brandName: String })

export const knowsBrand = async (scope: Scope, brandId: string): Promise<boolean> => Boolean(await brands.byId(scope, Id.parse(brandId)))

export const putBrand = (tx: Tx, brand: { id: string; brandName: string; version: number }) => brands.putNewer(tx, brand)
