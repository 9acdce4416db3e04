import { type ConfirmationSent, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { type AskedMail, makeMail } from '../domain/mail.ts'
import { askAgain, type CoolDown } from '../domain/throttle.ts'
import { insertMail } from '../store/mails.ts'
import { lockThrottle, saveThrottle, throttleId } from '../store/throttles.ts'
import { emailKeyOf } from '../store/users.ts'

/**
 * Stores that somebody asked for a mail. Whether anybody has this address is looked up later, when the row is worked: answer and work are the same for
 * all. Guard of the cool-down: the address's own document.
 * @throws Refusal `resend_too_soon`
 */
export async function askForMail(
  { kind, email, redirect, coolDown }: { kind: AskedMail; email: string; redirect?: string | undefined; coolDown: CoolDown },
  ctx: Context<'visitor'>,
): Promise<ConfirmationSent> {
  const at = ctx.now()
  const id = ctx.newId()
  const resendAfterSeconds = await ctx.transact(async (tx) => {
    const asked = askAgain(await lockThrottle(tx, throttleId(kind, emailKeyOf(email)), at), at, coolDown)
    if ('comeBackMs' in asked) return refuse('resend_too_soon', { seconds: Math.ceil(asked.comeBackMs / 1_000) })
    await saveThrottle(tx, asked.tries)
    await insertMail(tx, makeMail({ id, kind, to: email, locale: ctx.locale, redirect }, at))
    return asked.coolDownMs / 1_000
  })
  return { email, resendAfterSeconds }
}
