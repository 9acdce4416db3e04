import { type Me, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { isRegistered } from '../domain/brand.ts'
import { termsToAccept } from '../domain/terms.ts'
import { brandById } from '../store/brands.ts'
import { sessionById } from '../store/sessions.ts'
import { settingAt } from '../store/setting-changes.ts'
import { type User, userById } from '../store/users.ts'

/** Whether the setting requires two-step sign-in for this user. */
export const needsSecondFactor = async (scope: Scope, { role }: User, at: Date): Promise<boolean> =>
  role === 'admin' && (await settingAt(scope, 'require_admin_second_factor', at)).value

/**
 * An incomplete brand has no name and no logo. An admin without a required second factor has no access to the admin
 * routes.
 * @param signedInAt when the session started
 */
export async function viewMe(scope: Scope, user: User, { signedInAt, now }: { signedInAt: Date; now: Date }): Promise<Me> {
  const { id, email, role, username, locale, secondFactor } = user
  const brand = role === 'brand' ? await brandById(scope, id) : undefined
  const isAllowed = secondFactor !== undefined || !(await needsSecondFactor(scope, user, now))
  const complete = role === 'brand' ? isRegistered(brand) : isAllowed
  const name = complete ? (brand?.brandName ?? username) : undefined
  const terms = termsToAccept(user, signedInAt, now)
  return {
    id,
    email,
    role,
    complete,
    ...(name !== undefined && { name }),
    ...(brand?.logoId !== undefined && { logoId: brand.logoId }),
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
