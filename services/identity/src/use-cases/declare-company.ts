import { type CompanyForm, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { checkCompany, companyView, isSameCompany } from '../domain/company.ts'
import { brandById, saveBrand } from '../store/brands.ts'
import { declarationsOf, insertDeclaration } from '../store/company-declarations.ts'

/** Adds to the history. All contenders write the brand's document, so a repeated request adds nothing. */
export async function declareCompany(input: CompanyForm, ctx: Context<'brand'>) {
  const form = checkCompany(input)
  return ctx.transact(async (tx) => {
    const brand = await brandById(tx, ctx.actor.id)
    if (!brand) return refuse('brand_incomplete')
    const [latest, ...earlier] = await declarationsOf(tx, brand.id)
    if (latest && isSameCompany(latest, form)) return companyView([latest, ...earlier], brand)
    const declaration = { ...form, id: ctx.newId(), brandId: brand.id, declaredAt: ctx.now() }
    await saveBrand(tx, brand, brand)
    await insertDeclaration(tx, declaration)
    return companyView(await declarationsOf(tx, brand.id), brand)
  })
}
