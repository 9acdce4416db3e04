import { type Me, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { isRegistered } from '../domain/brand.ts'
import { brandById } from '../store/brands.ts'
import { type User, userById } from '../store/users.ts'

/** Only brands can be incomplete, and an incomplete brand has no name. */
export async function viewMe(scope: Scope, { id, email, role, username }: User): Promise<Me> {
  const brand = role === 'brand' ? await brandById(scope, id) : undefined
  const complete = role !== 'brand' || isRegistered(brand)
  const name = complete ? (brand?.brandName ?? username) : undefined
  return { id, email, role, complete, ...(name !== undefined && { name }) }
}

export async function meOf(scope: Scope, userId: string): Promise<Me | undefined> {
  const user = await userById(scope, userId)
  return user && viewMe(scope, user)
}

/** Reads the database, because the token's data may be a few seconds old. */
export async function showMe(_: unknown, ctx: Context<'user'>): Promise<Me> {
  return (await meOf(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
}
