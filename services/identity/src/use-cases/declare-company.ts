import { type CompanyForm, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { checkCompany, companyView, isSameCompany } from '../domain/company.ts'
import { companyOf } from '../store/brand-declarations.ts'
import { brandById, saveBrand } from '../store/brands.ts'
import { declare } from './declare.ts'

/** Adds to the history. All contenders write the brand's document, so a repeated request adds nothing. */
export async function declareCompany(input: CompanyForm, ctx: Context<'brand'>) {
  const form = checkCompany(input)
  return ctx.transact(async (tx) => {
    const brand = await brandById(tx, ctx.actor.id)
    if (!brand) return refuse('brand_incomplete')
    const latest = await companyOf(tx, brand.id)
    if (latest && isSameCompany(latest, form)) return companyView(form, brand)
    await saveBrand(tx, brand, brand)
    await declare(tx, brand.id, { kind: 'company', company: form }, ctx)
    return companyView(form, brand)
  })
}
