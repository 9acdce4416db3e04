import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { companyView } from '../domain/company.ts'
import { companyOf } from '../store/brand-declarations.ts'
import { brandById, saveBrand } from '../store/brands.ts'

/** Skips the prompt for the company details in all of the brand's browsers. Skipping it again changes nothing. */
export const skipCompany = (_: unknown, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    const brand = await brandById(tx, ctx.actor.id)
    if (!brand) return refuse('brand_incomplete')
    const skipped = { ...brand, companySkippedAt: brand.companySkippedAt ?? ctx.now() }
    if (!brand.companySkippedAt) await saveBrand(tx, brand, skipped)
    return companyView(await companyOf(tx, brand.id), skipped)
  })
