import { type Me, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { isRegistered } from '../domain/brand.ts'
import { brandById } from '../store/brands.ts'
import { type User, userById } from '../store/users.ts'

/** A user as the screens see it. Only a brand can be incomplete, and a placeholder is not its name. */
export async function viewMe(scope: Scope, { id, email, role, username }: User): Promise<Me> {
  const brand = role === 'brand' ? await brandById(scope, id) : undefined
  const complete = role !== 'brand' || isRegistered(brand)
  const name = complete ? (brand?.brandName ?? username) : undefined
  return { id, email, role, complete, ...(name !== undefined && { name }) }
}

/** The same by id; undefined when there is no such user. */
export async function meOf(scope: Scope, userId: string): Promise<Me | undefined> {
  const user = await userById(scope, userId)
  return user && viewMe(scope, user)
}

/** Who is signed in, as stored now; the token may be some seconds older. */
export async function showMe(_: unknown, ctx: Context<'user'>): Promise<Me> {
  return (await meOf(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
}
