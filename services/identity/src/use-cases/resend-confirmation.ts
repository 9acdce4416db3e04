import { type ConfirmationSent, RESEND_COOL_DOWN_SECONDS, type ResendInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { makeMail } from '../domain/mail.ts'
import { insertMail } from '../store/mails.ts'
import { lockThrottle, saveThrottle, throttleId } from '../store/throttles.ts'
import { emailKeyOf } from '../store/users.ts'

/**
 * Asks for another confirmation mail. Whether anybody has this address is looked up later, when the row is worked: answer and work are the same for
 * all. Guard of the cool-down: the address's own document.
 */
export async function resendConfirmation({ email }: ResendInput, ctx: Context<'visitor'>): Promise<ConfirmationSent> {
  const at = ctx.now()
  const id = ctx.newId()
  await ctx.transact(async (tx) => {
    const asked = await lockThrottle(tx, throttleId('resend', emailKeyOf(email)), at)
    const seconds = Math.ceil((asked.endsAt.getTime() - at.getTime()) / 1_000)
    if (seconds > 0) refuse('resend_too_soon', { seconds })
    const endsAt = new Date(at.getTime() + RESEND_COOL_DOWN_SECONDS * 1_000)
    await saveThrottle(tx, { ...asked, count: asked.count + 1, lastAt: at, endsAt })
    await insertMail(tx, makeMail({ id, kind: 'resend', to: email, locale: ctx.locale }, at))
  })
  return { email, resendAfterSeconds: RESEND_COOL_DOWN_SECONDS }
}
