import { type Me, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { isComplete } from '../store/brands.ts'
import { userById } from '../store/users.ts'

/** A user as the screens see it, or undefined. */
export async function meOf(scope: Scope, userId: string): Promise<Me | undefined> {
  const user = await userById(scope, userId)
  if (!user) return undefined
  const { id, email, role } = user
  return { id, email, role, complete: await isComplete(scope, user) }
}

/** Who is signed in, as stored now; the token may be some seconds older. */
export async function showMe(_: unknown, ctx: Context<'user'>): Promise<Me> {
  return (await meOf(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
}
