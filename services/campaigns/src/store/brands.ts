/** What this service knows of brands, from identity's events: their names, for the creators' lists. */
import { defineCollection, type Tx } from '@reelfair/service-kit'

export const brands = defineCollection('brands', { brandName: String })

export const putBrand = (tx: Tx, brand: { id: string; brandName: string; version: number }) => brands.putNewer(tx, brand)
