import { type NameInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { saveUser, userById } from '../store/users.ts'

export const changeName = ({ firstName, lastName }: NameInput, ctx: Context<'creator'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const { firstName: _, lastName: __, ...user } = (await userById(tx, ctx.actor.id)) ?? refuse('not_signed_in')
    await saveUser(tx, { ...user, ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) })
  })
