import type { BrandsQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { pageOfBrands } from '../store/brands.ts'

export const listBrands = (query: BrandsQuery, ctx: Context<'admin'>) => pageOfBrands(ctx, query)
