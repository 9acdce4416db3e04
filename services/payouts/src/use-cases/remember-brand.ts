import type { BrandRegistered, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putBrand } from '../store/brands.ts'
import { deletion } from '../store/erase-user.ts'

/** An older event that arrives late changes nothing. */
export async function rememberBrand({ brandId, brandName, version }: DataOf<typeof BrandRegistered>, ctx: Context) {
  await ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, brandId))) await putBrand(tx, { id: brandId, brandName, version })
  })
}
