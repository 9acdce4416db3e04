import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { userById } from '../store/users.ts'

export async function showAccount(_: unknown, ctx: Context<'user'>): Promise<{ memberSince: Date; passwordChangedAt: Date }> {
  const user = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  return { memberSince: user.createdAt, passwordChangedAt: user.passwordChangedAt ?? user.createdAt }
}
