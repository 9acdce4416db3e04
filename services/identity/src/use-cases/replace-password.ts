import type { Context, Tx } from '@reelfair/service-kit'
import { removeLinksOf } from '../store/links.ts'
import { saveUser, type User } from '../store/users.ts'
import { endAllSessions } from './end-session.ts'
import { recordSecurity } from './record-security.ts'
import { sendNotice } from './send-notice.ts'

/**
 * Ends all sessions and invalidates all links, so that nobody who knew the old password or requested a link keeps
 * access.
 * @param user as read in this transaction
 */
export async function replacePassword(
  tx: Tx,
  user: User,
  { passwordHash, cause }: { readonly passwordHash: string; readonly cause: 'password-changed' | 'password-reset' },
  ctx: Context<'visitor'>,
): Promise<User> {
  const at = ctx.now()
  const changed = await saveUser(tx, { ...user, passwordHash, passwordChangedAt: at })
  await removeLinksOf(tx, user.id)
  await endAllSessions(tx, user.id)
  const locale = user.locale ?? ctx.locale
  await sendNotice(tx, 'password-changed', { userId: user.id, to: user.email, locale, values: { at: at.toISOString() } }, ctx)
  await recordSecurity(tx, user.id, cause, ctx)
  return changed
}
