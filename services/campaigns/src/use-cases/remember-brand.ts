import type { BrandRegistered, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putBrand } from '../store/brands.ts'

export async function rememberBrand({ brandId, registeredAt, ...named }: DataOf<typeof BrandRegistered>, ctx: Context) {
  const since = registeredAt === undefined ? {} : { registeredAt: new Date(registeredAt) }
  await ctx.transact((tx) => putBrand(tx, { ...named, ...since, id: brandId }))
}
