import { type ConfirmationSent, refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { makeMail, type RequestedMail } from '../domain/mail.ts'
import { type CoolDown, recordMailRequest } from '../domain/throttle.ts'
import { insertMail } from '../store/mails.ts'
import { lockThrottle, saveThrottle, throttleId } from '../store/throttles.ts'
import { emailKeyOf } from '../store/users.ts'

interface MailRequest {
  readonly kind: RequestedMail
  readonly email: string
  readonly redirect?: string | undefined
  readonly coolDown: CoolDown
  /** Limits requests per user instead of per address. */
  readonly userId?: string
  /** Runs in the transaction that stores the request. */
  readonly alongside?: (tx: Tx) => Promise<void>
}

/**
 * Stores a request for an e-mail without looking up the user, so that the response and its cost are the same for every
 * address. One document per address enforces the cool-down.
 * @throws Refusal `resend_too_soon`
 */
export async function requestMail(
  { kind, email, redirect, coolDown, userId, alongside }: MailRequest,
  ctx: Context<'visitor'>,
): Promise<ConfirmationSent> {
  const at = ctx.now()
  const id = ctx.newId()
  const resendAfterSeconds = await ctx.transact(async (tx) => {
    const asked = recordMailRequest(await lockThrottle(tx, throttleId(kind, userId ?? emailKeyOf(email)), at), at, coolDown)
    if ('retryAfterMs' in asked) return refuse('resend_too_soon', { seconds: Math.ceil(asked.retryAfterMs / 1_000) })
    await saveThrottle(tx, asked.attempts)
    await insertMail(tx, makeMail({ id, kind, to: email, locale: ctx.locale, redirect, userId }, at))
    await alongside?.(tx)
    return asked.coolDownMs / 1_000
  })
  return { email, resendAfterSeconds }
}
