import type { BrandRegistered, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putBrand } from '../store/brands.ts'

/** An older event that arrives late changes nothing. */
export async function rememberBrand({ brandId, version }: DataOf<typeof BrandRegistered>, ctx: Context) {
  await ctx.transact((tx) => putBrand(tx, { id: brandId, version }))
}
