import {
  CONFIRMATION_HOURS,
  type ConfirmationSent,
  RESEND_COOL_DOWN_SECONDS,
  refuse,
  type SignUpInput,
  TERMS_VERSION,
} from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'
import { hashPassword } from '../adapters/password-hash.ts'
import type { Ports } from '../ports.ts'
import { findUserByEmail, insertUser, saveUser, type User } from '../store/users.ts'
import { sendConfirmation } from './send-confirmation.ts'

/**
 * Somebody opens an account; it stays shut until the address is confirmed. Guard against a second user: the unique index.
 * Who signs up with somebody else's address keeps it from its owner for as long as the mail's link works, no longer.
 */
export async function signUp(input: SignUpInput, ctx: Context<'visitor', Ports>): Promise<ConfirmationSent> {
  const { email, password, role, redirect } = input
  if (isCommonPassword(password)) refuse('password_common')
  // Asked before the costly hash; what counts is asked again inside.
  if (isTaken(await findUserByEmail(ctx, email), ctx.now())) refuse('email_taken')

  const passwordHash = await hashPassword(password)
  const at = ctx.now()
  const newId = ctx.newId()
  await ctx.transact(async (tx) => {
    const former = await findUserByEmail(tx, email)
    if (isTaken(former, at)) refuse('email_taken')
    const terms = { version: TERMS_VERSION, acceptedAt: at, ip: ctx.ip }
    const user = { id: former?.id ?? newId, email, role, passwordHash, createdAt: at, locale: ctx.locale, terms }
    if (former) await saveUser(tx, { ...user, emailKey: former.emailKey, version: former.version })
    else await insertUser(tx, user)
    await sendConfirmation(tx, { ...user, redirect }, ctx)
  })
  return { email, resendAfterSeconds: RESEND_COOL_DOWN_SECONDS }
}

const isTaken = (user: User | undefined, at: Date): boolean =>
  user !== undefined && (user.confirmedAt !== undefined || at.getTime() - user.createdAt.getTime() < CONFIRMATION_HOURS * 3_600_000)
