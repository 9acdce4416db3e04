import { type ConfirmationSent, RESEND_COOL_DOWN_SECONDS, refuse, type SignUpInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'
import { hashPassword } from '../adapters/password-hash.ts'
import { makeMail } from '../domain/mail.ts'
import { acceptCurrentTerms, termsOfSignUp } from '../domain/terms.ts'
import type { Ports } from '../ports.ts'
import { insertMail } from '../store/mails.ts'
import { findUserByEmail, insertUser, saveUser } from '../store/users.ts'
import { endAllSessions } from './end-session.ts'
import { sendLink } from './send-link.ts'

/**
 * A new sign-up with an unconfirmed address replaces the previous one, so that a stranger who signed up first gains
 * nothing. A unique index prevents a second user.
 */
export async function signUp(input: SignUpInput, ctx: Context<'visitor', Ports>): Promise<ConfirmationSent> {
  const { email, password, role, redirect } = input
  if (isCommonPassword(password)) refuse('password_common')
  // Checked before the expensive hash, and again in the transaction.
  if ((await findUserByEmail(ctx, email))?.confirmedAt) refuse('email_taken')

  const passwordHash = await hashPassword(password)
  const at = ctx.now()
  const newId = ctx.newId()
  const mailId = ctx.newId()
  await ctx.transact(async (tx) => {
    const former = await findUserByEmail(tx, email)
    if (former?.confirmedAt) refuse('email_taken')
    const terms = termsOfSignUp(acceptCurrentTerms(at, ctx.ip))
    const user = { id: former?.id ?? newId, email, role, passwordHash, createdAt: at, locale: ctx.locale, ...terms }
    if (!former) {
      await insertUser(tx, user)
      await sendLink(tx, 'confirm', { ...user, redirect }, ctx)
      return
    }
    await saveUser(tx, { ...user, emailKey: former.emailKey, version: former.version })
    await endAllSessions(tx, former.id)
    // The worker creates the link after the previous link's cool-down.
    await insertMail(tx, makeMail({ id: mailId, kind: 'resend', to: email, locale: ctx.locale, redirect }, at))
  })
  return { email, resendAfterSeconds: RESEND_COOL_DOWN_SECONDS }
}
