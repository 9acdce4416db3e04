import { type RecoveryCodes, refuse, type SecondFactorConfirmation } from '@reelfair/contracts'
import { type Context, seal } from '@reelfair/service-kit'
import { newRecoveryCodes } from '../adapters/recovery-codes.ts'
import { matchingStep } from '../adapters/totp.ts'
import { readCode } from '../domain/second-factor.ts'
import type { Ports } from '../ports.ts'
import { removeLinksOf } from '../store/links.ts'
import { saveUser, userById } from '../store/users.ts'
import { forgetOtherBrowsers } from './forget-other-browsers.ts'
import { recordSecurity } from './record-security.ts'
import { rotateSession } from './rotate-session.ts'
import { sendNotice } from './send-notice.ts'
import { secretOfEnrolment } from './start-second-factor.ts'
import type { UserSession } from './start-user-session.ts'

/**
 * Turns two-step sign-in on once a code proves that the app works. Sessions and links end and the other browsers are
 * forgotten, because a stranger may have started or requested them with the password alone. This browser gets a new
 * session.
 */
export async function addSecondFactor(
  { enrolment, code: typed }: SecondFactorConfirmation,
  ctx: Context<'user', Ports>,
): Promise<RecoveryCodes & { readonly entered: UserSession }> {
  const { id, sessionId } = ctx.actor
  const at = ctx.now()
  const secret = secretOfEnrolment(enrolment, sessionId, ctx)
  const { kind, code } = readCode(typed)
  const lastStep = kind === 'app' ? matchingStep(Buffer.from(secret, 'base64url'), code, at) : undefined
  if (lastStep === undefined) return refuse('wrong_code')
  const { codes, hashes } = newRecoveryCodes()
  const sealedSecret = seal(secret, ctx.ports.factorKey)
  const entered = await ctx.transact(async (tx) => {
    const user = await userById(tx, id)
    if (!user) return refuse('not_signed_in')
    if (user.secondFactor) refuse('second_factor_active')
    const saved = await saveUser(tx, { ...user, secondFactor: { sealedSecret, lastStep, addedAt: at, recoveryHashes: hashes } })
    await removeLinksOf(tx, id)
    await forgetOtherBrowsers(tx, id, ctx.device)
    await recordSecurity(tx, id, 'second-factor-added', ctx)
    const values = { at: at.toISOString() }
    await sendNotice(tx, 'second-factor-added', { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values }, ctx)
    return (await rotateSession(tx, saved, ctx)) ?? refuse('not_signed_in')
  })
  return { recoveryCodes: codes, entered }
}
