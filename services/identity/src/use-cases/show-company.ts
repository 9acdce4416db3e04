import type { Context } from '@reelfair/service-kit'
import { companyView } from '../domain/company.ts'
import { companyOf } from '../store/brand-declarations.ts'
import { brandById } from '../store/brands.ts'

/** A brand sees only its own company. */
export async function showCompany(_: unknown, ctx: Context<'brand'>) {
  const [company, brand] = await Promise.all([companyOf(ctx, ctx.actor.id), brandById(ctx, ctx.actor.id)])
  return companyView(company, brand)
}
