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
}

/**
 * Stores a request for an e-mail without looking up the user, so that the response and its cost are the same for every
 * address. One document per address enforces the cool-down.
 * @throws Refusal `resend_too_soon`
 */
export const requestMail = (request: MailRequest, ctx: Context<'visitor'>): Promise<ConfirmationSent> =>
  ctx.transact((tx) => storeMailRequest(tx, request, ctx))

/** Like `requestMail`, but in a transaction with other writes. */
export async function storeMailRequest(
  tx: Tx,
  { kind, email, redirect, coolDown, userId }: MailRequest,
  ctx: Context<'visitor'>,
): Promise<ConfirmationSent> {
  const at = ctx.now()
  const asked = recordMailRequest(await lockThrottle(tx, throttleId(kind, userId ?? emailKeyOf(email)), at), at, coolDown)
  if ('retryAfterMs' in asked) return refuse('resend_too_soon', { seconds: Math.ceil(asked.retryAfterMs / 1_000) })
  await saveThrottle(tx, asked.attempts)
  await insertMail(tx, makeMail({ id: ctx.newId(), kind, to: email, locale: ctx.locale, redirect, userId }, at))
  return { email, resendAfterSeconds: asked.coolDownMs / 1_000 }
}
