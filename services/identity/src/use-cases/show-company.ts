import type { Context } from '@reelfair/service-kit'
import { companyView } from '../domain/company.ts'
import { brandById } from '../store/brands.ts'
import { declarationsOf } from '../store/company-declarations.ts'

/** A brand sees only its own company. */
export async function showCompany(_: unknown, ctx: Context<'brand'>) {
  const [declarations, brand] = await Promise.all([declarationsOf(ctx, ctx.actor.id), brandById(ctx, ctx.actor.id)])
  return companyView(declarations, brand)
}
