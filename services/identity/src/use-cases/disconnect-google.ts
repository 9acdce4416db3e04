import type { PresenceProof } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { saveUser, type User } from '../store/users.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { recordSecurity } from './record-security.ts'
import { rotateSession } from './rotate-session.ts'
import { sendNotice } from './send-notice.ts'
import type { UserSession } from './start-user-session.ts'

/** Ends all sessions; this browser gets a new one. */
export const disconnectGoogle = (proof: PresenceProof, ctx: Context<'user', Ports>): Promise<UserSession | undefined> => {
  const disconnect = async (tx: Tx, user: User) => {
    const { google } = user
    if (!google) return undefined
    const saved = await saveUser(tx, { ...user, google: undefined })
    const values = { googleEmail: google.email, at: ctx.now().toISOString() }
    await recordSecurity(tx, user.id, 'google-disconnected', ctx)
    await sendNotice(tx, 'google-disconnected', { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values }, ctx)
    return rotateSession(tx, saved, ctx)
  }
  return proveBothSteps(proof, ctx, disconnect, { needsPassword: true })
}
