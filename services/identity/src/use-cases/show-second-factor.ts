import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { userById } from '../store/users.ts'
import { needsSecondFactor } from './show-me.ts'

export async function showSecondFactor(_: unknown, ctx: Context<'user'>) {
  const user = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  const { secondFactor, passwordHash } = user
  return {
    ...(secondFactor && { addedAt: secondFactor.addedAt, recoveryCodesLeft: secondFactor.recoveryHashes.length }),
    hasPassword: passwordHash !== undefined,
    isRequired: await needsSecondFactor(ctx, user, ctx.now()),
  }
}
