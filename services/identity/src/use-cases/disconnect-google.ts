import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { saveUser, userById } from '../store/users.ts'
import { recordSecurity } from './record-security.ts'

export const disconnectGoogle = (_: unknown, ctx: Context<'user'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const user = (await userById(tx, ctx.actor.id)) ?? refuse('not_signed_in')
    if (!user.google) return
    if (user.passwordHash === undefined) refuse('google_only_sign_in')
    await saveUser(tx, { ...user, google: undefined })
    await recordSecurity(tx, user.id, 'google-disconnected', ctx)
  })
