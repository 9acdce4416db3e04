import { type ConfirmInput, CreatorRegistered, DataExportChanged, type EmailChanged, refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret, type Scope, type Tx } from '@reelfair/service-kit'
import { fail } from '../domain/data-export.ts'
import type { Ports } from '../ports.ts'
import { latestExport, saveExport } from '../store/data-exports.ts'
import { removeLinksOf } from '../store/links.ts'
import { assignMailsTo } from '../store/mails.ts'
import { emailKeyOf, findUserByEmail, removeUser, saveUser, type User } from '../store/users.ts'
import { checkPassword } from './check-password.ts'
import { endAllSessions } from './end-session.ts'
import { findLink, refuseLink } from './find-link.ts'
import { recordSecurity } from './record-security.ts'
import { rotateSession } from './rotate-session.ts'
import { sendNotice } from './send-notice.ts'
import type { UserSession } from './start-user-session.ts'

/** `entered`: the new session of a browser that was signed in as the user. */
export interface EmailChangeResult extends EmailChanged {
  readonly entered: UserSession | undefined
}

/**
 * Requires both the link and the password. Otherwise, a mistyped address would give the account to the owner of
 * that address. Ends all sessions; this browser gets a new one if it was signed in.
 */
export async function confirmEmailChange({ token, password }: ConfirmInput, ctx: Context<'visitor', Ports>): Promise<EmailChangeResult> {
  const tokenHash = hashOfSecret(token)
  const asked = await findPending(ctx, tokenHash, ctx.now())
  const checked = await checkPassword(password, asked?.user, { subject: tokenHash }, ctx)
  if (!checked) return asked ? refuse('wrong_password') : refuseLink('change-email')
  return ctx.transact(async (tx) => {
    const pending = (await findPending(tx, tokenHash, ctx.now())) ?? refuseLink('change-email')
    if (pending.user.passwordHash !== checked.user.passwordHash) return refuse('wrong_password')
    const user = await moveTo(tx, pending.user, pending.newEmail, ctx)
    return { email: pending.newEmail, entered: await rotateSession(tx, user, ctx) }
  })
}

async function findPending(scope: Scope, tokenHash: string, at: Date) {
  const { link, user } = (await findLink(scope, 'change-email', tokenHash, at)) ?? {}
  return user && link?.newEmail !== undefined ? { user, newEmail: link.newEmail } : undefined
}

/** Invalidates all links, because earlier ones went to the old address. Payouts copies a creator's address. */
async function moveTo(tx: Tx, user: User, newEmail: string, ctx: Context<'visitor'>): Promise<User> {
  const holder = await findUserByEmail(tx, newEmail)
  if (holder && holder.id !== user.id) await yieldAddress(tx, holder)
  await removeLinksOf(tx, user.id)
  const moved = await saveUser(tx, { ...user, email: newEmail, emailKey: emailKeyOf(newEmail) })
  const { id, role, version } = moved
  if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email: newEmail, version }))
  await assignMailsTo(tx, user.emailKey, id)
  await endPreparedExport(tx, id, ctx.now())
  const values = { newEmail, at: ctx.now().toISOString() }
  await recordSecurity(tx, id, 'email-changed', ctx)
  await sendNotice(tx, 'email-changed', { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values }, ctx)
  return moved
}

/**
 * The e-mail about a finished export would go to the new address only, but a stranger may have requested the export and
 * then changed the address. The next nightly job removes the export. The user's document, which a request writes too,
 * guards against a concurrent one.
 */
async function endPreparedExport(tx: Tx, userId: string, at: Date): Promise<void> {
  const latest = await latestExport(tx, userId)
  if (latest?.state !== 'preparing') return
  await saveExport(tx, { ...fail(latest), endsAt: at })
  tx.emit(DataExportChanged.of({ userId }))
}

/** A sign-up that nobody confirmed yields to the person who has proven the address. */
async function yieldAddress(tx: Tx, holder: User): Promise<void> {
  if (holder.confirmedAt) refuse('email_taken')
  await removeLinksOf(tx, holder.id)
  await endAllSessions(tx, holder.id)
  await removeUser(tx, holder)
}
