import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { saveUser, userById } from '../store/users.ts'
import { recordSecurity } from './record-security.ts'
import { rotateSession } from './rotate-session.ts'
import { sendNotice } from './send-notice.ts'
import type { UserSession } from './start-user-session.ts'

/** Ends all sessions; this browser gets a new one. */
export const disconnectGoogle = (_: unknown, ctx: Context<'visitor'>): Promise<UserSession | undefined> =>
  ctx.transact(async (tx) => {
    const user = (ctx.actor.kind === 'user' ? await userById(tx, ctx.actor.id) : undefined) ?? refuse('not_signed_in')
    const { google } = user
    if (!google) return undefined
    if (user.passwordHash === undefined) refuse('google_only_sign_in')
    const saved = await saveUser(tx, { ...user, google: undefined })
    const values = { googleEmail: google.email, at: ctx.now().toISOString() }
    await recordSecurity(tx, user.id, 'google-disconnected', ctx)
    await sendNotice(tx, 'google-disconnected', { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values }, ctx)
    return rotateSession(tx, saved, ctx)
  })
