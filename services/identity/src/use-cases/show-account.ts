import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { userById } from '../store/users.ts'

export async function showAccount(_: unknown, ctx: Context<'user'>) {
  const user = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  const { createdAt: memberSince, passwordHash, passwordChangedAt = memberSince, terms, firstName, lastName } = user
  return {
    memberSince,
    passwordChangedAt: passwordHash === undefined ? undefined : passwordChangedAt,
    terms: terms.at(-1),
    firstName,
    lastName,
  }
}
