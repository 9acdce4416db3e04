import { MAX_SESSIONS, type Me, type SecurityEventKind } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { hashOfSecret, newSecret } from '../adapters/secret.ts'
import { browserOf } from '../domain/browser.ts'
import { DEVICE_DAYS, isActive, MAX_DEVICES, startSession } from '../domain/session.ts'
import { deviceOf, devicesOf, insertDevice, isKnownDevice, removeDevice, saveDevice } from '../store/devices.ts'
import { insertSession, sessionsOf } from '../store/sessions.ts'
import { saveUser, type User } from '../store/users.ts'
import { endSession } from './end-session.ts'
import { notifyOfNewSignIn } from './notify-of-new-sign-in.ts'
import { recordSecurity } from './record-security.ts'
import { viewMe } from './show-me.ts'

export interface SignInResult {
  readonly secret: string
  readonly device: string
  readonly me: Me
}

/**
 * Ends the browser's previous session, so that a planted secret is useless. Every sign-in writes the user's document,
 * so concurrent sign-ins cannot exceed the limits on sessions and devices.
 * @param user as read in this transaction
 * @param cause what starts the session, for the security log
 */
export async function startUserSession(
  tx: Tx,
  user: User,
  cause: Exclude<SecurityEventKind, 'sign-in-failed'>,
  ctx: Context<'visitor'>,
): Promise<SignInResult> {
  const at = ctx.now()
  // Users created by a command have no language yet.
  const { id } = await saveUser(tx, { ...user, locale: user.locale ?? ctx.locale, signedInAt: at })
  if (ctx.actor.kind === 'user') await endSession(tx, ctx.actor.sessionId)
  const alive = (await sessionsOf(tx, id)).filter((session) => isActive(session, at))
  const oldestFirst = alive.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  for (const session of oldestFirst.slice(0, Math.max(0, alive.length + 1 - MAX_SESSIONS))) await endSession(tx, session.id)
  const secret = newSecret()
  const device = await rememberDevice(tx, id, ctx)
  const made = { id: ctx.newId(), userId: id, secretHash: hashOfSecret(secret), browser: browserOf(ctx.userAgent), deviceId: device.id }
  await insertSession(tx, startSession(made, at))
  const isFirst = user.signedInAt === undefined
  if (device.isNew && !isFirst && cause.startsWith('sign-in-')) await notifyOfNewSignIn(tx, user, ctx)
  await recordSecurity(tx, id, cause, ctx)
  return { secret, device: device.secret, me: await viewMe(tx, user, { signedInAt: at, now: at }) }
}

/** Reuses the browser's device secret only if a user has signed in with it, so that a forged secret is replaced. */
async function rememberDevice(tx: Tx, userId: string, ctx: Context<'visitor'>): Promise<{ id: string; secret: string; isNew: boolean }> {
  const secret = ctx.device !== undefined && (await isKnownDevice(tx, hashOfSecret(ctx.device))) ? ctx.device : newSecret()
  const secretHash = hashOfSecret(secret)
  const usedAt = ctx.now()
  const endsAt = new Date(usedAt.getTime() + DEVICE_DAYS * 86_400_000)
  const known = await deviceOf(tx, secretHash, userId)
  if (known) {
    await saveDevice(tx, { ...known, usedAt, endsAt })
    return { id: known.id, secret, isNew: false }
  }
  const all = await devicesOf(tx, userId)
  for (const device of all.slice(0, Math.max(0, all.length + 1 - MAX_DEVICES))) await removeDevice(tx, device)
  const { id } = await insertDevice(tx, { id: ctx.newId(), userId, secretHash, usedAt, endsAt })
  return { id, secret, isNew: true }
}
