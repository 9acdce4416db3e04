import type { BrandRegistered } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { putBrand } from '../store/brands.ts'

/** An older event that arrives late changes nothing. */
export async function rememberBrand({ brandId, version }: z.infer<typeof BrandRegistered.schema>, ctx: Context) {
  await ctx.transact((tx) => putBrand(tx, { id: brandId, version }))
}
