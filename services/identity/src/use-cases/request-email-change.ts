import { type ConfirmationSent, type EmailChangeInput, RESEND_COOL_DOWN_SECONDS } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import type { User } from '../store/users.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { recordSecurity } from './record-security.ts'
import { storeMailRequest } from './request-mail.ts'
import { sendNotice } from './send-notice.ts'

const coolDown = { firstMs: RESEND_COOL_DOWN_SECONDS * 1_000, longestMs: 15 * 60_000 }

/**
 * Notifies the current address, whether or not the new one belongs to somebody else: neither the response nor the
 * number of e-mails that the user receives reveals it. Needs a password, because the confirmation asks for it.
 */
export const requestEmailChange = ({ email, ...proof }: EmailChangeInput, ctx: Context<'user', Ports>): Promise<ConfirmationSent> => {
  const request = async (tx: Tx, user: User) => {
    const notice = { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values: { newEmail: email } }
    await recordSecurity(tx, user.id, 'email-change-requested', ctx)
    await sendNotice(tx, 'email-change-asked', notice, ctx)
    return storeMailRequest(tx, { kind: 'change-email-asked', email, coolDown, userId: user.id }, ctx)
  }
  return proveBothSteps(proof, ctx, request, { needsPassword: true })
}
