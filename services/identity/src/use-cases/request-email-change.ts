import { type ConfirmationSent, type EmailChangeInput, RESEND_COOL_DOWN_SECONDS } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { provePassword } from './prove-password.ts'
import { requestMail } from './request-mail.ts'
import { sendNotice } from './send-notice.ts'

const coolDown = { firstMs: RESEND_COOL_DOWN_SECONDS * 1_000, longestMs: 15 * 60_000 }

/**
 * Notifies the current address, whether or not the new one belongs to somebody else: neither the response nor the
 * number of e-mails that the user receives reveals it.
 */
export async function requestEmailChange({ email, password }: EmailChangeInput, ctx: Context<'visitor'>): Promise<ConfirmationSent> {
  const user = await provePassword(password, ctx)
  const notice = { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values: { newEmail: email } }
  return requestMail(
    {
      kind: 'change-email-asked',
      email,
      coolDown,
      userId: user.id,
      alongside: (tx) => sendNotice(tx, 'email-change-asked', notice, ctx),
    },
    ctx,
  )
}
