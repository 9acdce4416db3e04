import type { SecondFactorProof } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { saveUser, type User } from '../store/users.ts'
import { forgetOtherBrowsers } from './forget-other-browsers.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { recordSecurity } from './record-security.ts'
import { rotateSession } from './rotate-session.ts'
import { sendNotice } from './send-notice.ts'
import type { UserSession } from './start-user-session.ts'

/** Ends all sessions; this browser gets a new one. */
export const removeSecondFactor = (proof: SecondFactorProof, ctx: Context<'user', Ports>): Promise<UserSession | undefined> =>
  proveBothSteps(proof, ctx, async (tx, user) => rotateSession(tx, await dropSecondFactor(tx, user, ctx), ctx))

/**
 * Also forgets the other browsers, so that a stranger who now signs in there with only the password is noticed.
 * @param user as read in this transaction
 * @returns the user as saved
 */
export async function dropSecondFactor(
  tx: Tx,
  user: User,
  ctx: Pick<Context<'system'>, 'now' | 'newId' | 'locale' | 'ip' | 'userAgent' | 'device'>,
): Promise<User> {
  const saved = await saveUser(tx, { ...user, secondFactor: undefined })
  await forgetOtherBrowsers(tx, user.id, ctx.device)
  await recordSecurity(tx, user.id, 'second-factor-removed', ctx)
  const values = { at: ctx.now().toISOString() }
  await sendNotice(tx, 'second-factor-removed', { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values }, ctx)
  return saved
}
