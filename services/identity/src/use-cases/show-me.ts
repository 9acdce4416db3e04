import { type Me, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { isRegistered } from '../domain/brand.ts'
import { termsToAccept } from '../domain/terms.ts'
import { brandById } from '../store/brands.ts'
import { sessionById } from '../store/sessions.ts'
import { type User, userById } from '../store/users.ts'

/**
 * Only brands can be incomplete, and an incomplete brand has no name.
 * @param signedInAt when the session started
 */
export async function viewMe(scope: Scope, user: User, { signedInAt, now }: { signedInAt: Date; now: Date }): Promise<Me> {
  const { id, email, role, username, locale } = user
  const brand = role === 'brand' ? await brandById(scope, id) : undefined
  const complete = role !== 'brand' || isRegistered(brand)
  const name = complete ? (brand?.brandName ?? username) : undefined
  const terms = termsToAccept(user, signedInAt, now)
  return {
    id,
    email,
    role,
    complete,
    ...(name !== undefined && { name }),
    ...(terms !== undefined && { termsToAccept: terms }),
    ...(locale && { locale }),
  }
}

export async function meOf(scope: Scope, { actor, now }: Pick<Context<'user'>, 'actor' | 'now'>): Promise<Me | undefined> {
  const user = await userById(scope, actor.id)
  const session = await sessionById(scope, actor.sessionId)
  return user && viewMe(scope, user, { signedInAt: session?.createdAt ?? now(), now: now() })
}

/** Reads the database, because the token's data may be a few seconds old. */
export async function showMe(_: unknown, ctx: Context<'user'>): Promise<Me> {
  return (await meOf(ctx, ctx)) ?? refuse('not_signed_in')
}
