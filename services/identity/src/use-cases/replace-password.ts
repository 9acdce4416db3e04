import type { Context, Tx } from '@reelfair/service-kit'
import { browserLabel, browserOf } from '../domain/browser.ts'
import { removeLinksOf } from '../store/links.ts'
import { saveUser, type User } from '../store/users.ts'
import { endAllSessions } from './end-session.ts'
import { forgetOtherBrowsers } from './forget-other-browsers.ts'
import { recordSecurity } from './record-security.ts'
import { sendNotice } from './send-notice.ts'

/**
 * Ends all sessions and invalidates all links, so that nobody who knew the old password or requested a link keeps
 * access. Only this browser stays known: a stranger may have used the others.
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
  await forgetOtherBrowsers(tx, user.id, ctx.device)
  const locale = user.locale ?? ctx.locale
  // Names the browser, so that a reset in an unknown one needs no second e-mail, even if its response is lost.
  const values = { at: at.toISOString(), device: browserLabel(browserOf(ctx.userAgent), locale) }
  await sendNotice(tx, 'password-changed', { userId: user.id, to: user.email, locale, values }, ctx)
  await recordSecurity(tx, user.id, cause, ctx, { isNotified: cause === 'password-reset' })
  return changed
}
