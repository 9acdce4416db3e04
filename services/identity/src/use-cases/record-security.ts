import type { SecurityEventKind } from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'
import type { Context, Tx } from '@reelfair/service-kit'
import { browserOf } from '../domain/browser.ts'
import { insertSecurityEvent, saveSecurityEvent, securityEventById } from '../store/security-events.ts'
import type { User } from '../store/users.ts'

type Request = Pick<Context, 'now' | 'newId' | 'ip' | 'userAgent'>

const circumstances = ({ now, ip, userAgent }: Request) => ({ at: now(), browser: browserOf(userAgent), ...(ip !== undefined && { ip }) })

/** Anyone can cause any number of these, so each day’s failures of a kind are combined into one entry. */
type Failure = 'sign-in-failed' | 'wrong-password' | 'wrong-code'

/**
 * Adds an entry to the user's security log, in the same transaction as the event. Only for steps that need the user's
 * session, password or mailbox, so that strangers cannot fill the log.
 * @example await recordSecurity(tx, user.id, 'email-changed', ctx)
 */
export async function recordSecurity(
  tx: Tx,
  userId: string,
  kind: Exclude<SecurityEventKind, Failure>,
  ctx: Request,
  { isNotified = false, isFirst = false } = {},
): Promise<void> {
  const flags = { ...(isNotified && { isNotified }), ...(isFirst && { isFirst }) }
  await insertSecurityEvent(tx, { id: ctx.newId(), userId, kind, count: 1, ...circumstances(ctx), ...flags })
}

/** Counts a wrong password or code that was entered within a session. */
export const recordWrongProof = (tx: Tx, userId: string, kind: 'wrong-password' | 'wrong-code', ctx: Request): Promise<void> =>
  countInLog(tx, userId, kind, ctx)

/**
 * Counts a failed sign-in. Reads the same document for an unknown or unconfirmed user, so that the response time does
 * not reveal whether an account exists.
 */
export const recordFailedSignIn = (tx: Tx, user: Pick<User, 'id' | 'confirmedAt'> | undefined, ctx: Request): Promise<void> =>
  countInLog(tx, user?.confirmedAt ? user.id : undefined, 'sign-in-failed', ctx)

async function countInLog(tx: Tx, userId: string | undefined, kind: Failure, ctx: Request): Promise<void> {
  const seen = circumstances(ctx)
  const id = `${userId ?? 'nobody'}:${kind}:${businessDayOf(seen.at)}`
  const former = await securityEventById(tx, id)
  if (userId === undefined) return
  if (former) await saveSecurityEvent(tx, { ...former, ...seen, count: former.count + 1 })
  else await insertSecurityEvent(tx, { id, userId, kind, count: 1, ...seen })
}
