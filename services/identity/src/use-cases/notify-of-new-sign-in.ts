import { isDeepStrictEqual } from 'node:util'
import type { Context, Tx } from '@reelfair/service-kit'
import { browserOf } from '../domain/browser.ts'
import { securityEventsSince } from '../store/security-events.ts'
import type { User } from '../store/users.ts'
import { notifyAll } from './notify.ts'

const AGAIN_MS = 10 * 60_000
const MAX_RECENT = 50

/**
 * Notifies the user of a sign-in from an unknown browser. A browser that signs in again at once, because a response was
 * lost or a button pressed twice, is still unknown but not reported again. Only a reported sign-in, a password reset
 * and the user's very first sign-in hide such a repeat. One from a known browser hides nothing: a stranger may share
 * the address and the kind of browser. Call before the sign-in is recorded.
 * @returns whether it notified the user
 */
export async function notifyOfNewSignIn(tx: Tx, user: User, ctx: Context<'visitor'>): Promise<boolean> {
  const at = ctx.now()
  const browser = browserOf(ctx.userAgent)
  const recent = await securityEventsSince(tx, user.id, new Date(at.getTime() - AGAIN_MS), MAX_RECENT)
  const isAgain = recent.some(
    (event) => (event.isNotified || event.isFirst) && event.ip === ctx.ip && isDeepStrictEqual(event.browser, browser),
  )
  if (isAgain) return false
  const message = { kind: 'new-sign-in', values: { ...browser, signedInAt: at.toISOString() } } as const
  await notifyAll(tx, [{ user, message }], `sign-in:${ctx.newId()}`, ctx)
  return true
}
