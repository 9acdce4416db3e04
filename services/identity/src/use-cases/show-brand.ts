import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { brandView } from '../domain/brand.ts'
import { brandById } from '../store/brands.ts'
import { userById } from '../store/users.ts'

export async function showBrand(_: unknown, ctx: Context<'any-brand'>) {
  const user = await userById(ctx, ctx.actor.id)
  if (user?.role !== 'brand') return refuse(ctx.actor.viewedBy === undefined ? 'not_signed_in' : 'not_found')
  return brandView(user, await brandById(ctx, user.id))
}
