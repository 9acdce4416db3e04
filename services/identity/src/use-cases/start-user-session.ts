import { MAX_SESSIONS, type Me, type SignInCause } from '@reelfair/contracts'
import { type Context, hashOfSecret, newSecret, type Tx } from '@reelfair/service-kit'
import { browserOf } from '../domain/browser.ts'
import type { GoogleProfile } from '../domain/google.ts'
import { type Challenge, newChallenge } from '../domain/second-factor.ts'
import { DEVICE_DAYS, isActive, MAX_DEVICES, type Session, startSession } from '../domain/session.ts'
import { challengesOf, insertChallenge, removeChallenge } from '../store/challenges.ts'
import { deviceOf, devicesOf, insertDevice, isKnownDevice, removeDevice, saveDevice } from '../store/devices.ts'
import { insertSession, sessionsOf } from '../store/sessions.ts'
import { saveUser, type User } from '../store/users.ts'
import { endSession } from './end-session.ts'
import { notifyOfNewSignIn } from './notify-of-new-sign-in.ts'
import { recordSecurity } from './record-security.ts'
import { viewMe } from './show-me.ts'

export interface UserSession {
  readonly secret: string
  readonly device: string
  readonly me: Me
}

/** The secret of a challenge, for the browser's cookie: the sign-in waits for a code. */
interface Challenged {
  readonly challenge: string
}

export type SignInResult = UserSession | Challenged

/**
 * Every way to sign in ends here, so that none can skip the second step of a user who has turned it on.
 * @param user as read in this transaction
 * @param cause for the security log; undefined if the log already contains it
 * @param connects the Google account to connect after the second step
 */
export const startUserSession = (
  tx: Tx,
  user: User,
  cause: SignInCause | undefined,
  ctx: Context<'visitor'>,
  connects?: GoogleProfile,
): Promise<SignInResult> => (user.secondFactor ? startChallenge(tx, user, { cause, connects }, ctx) : openSession(tx, user, cause, ctx))

/** Writes the user's document, so that concurrent sign-ins cannot exceed the limit. */
async function startChallenge(
  tx: Tx,
  user: User,
  firstStep: Pick<Challenge, 'cause' | 'connects'>,
  ctx: Context<'visitor'>,
): Promise<Challenged> {
  const { id } = await saveUser(tx, user)
  const open = await challengesOf(tx, id)
  for (const oldest of open.slice(0, Math.max(0, open.length + 1 - MAX_SESSIONS))) await removeChallenge(tx, oldest)
  const challenge = newSecret()
  await insertChallenge(tx, newChallenge({ id: hashOfSecret(challenge), userId: id, ...firstStep }, ctx.now()))
  return { challenge }
}

/**
 * Does not ask for a second step: only for `startUserSession`, after a code, or to replace a user's own session.
 * Ends the browser's previous session, so that a planted secret is useless. Every sign-in writes the user's document,
 * so concurrent sign-ins cannot exceed the limits on sessions and devices.
 * @param user as read in this transaction
 */
export async function openSession(tx: Tx, user: User, cause: SignInCause | undefined, ctx: Context<'visitor'>): Promise<UserSession> {
  const isFirst = user.signedInAt === undefined
  // Without a cause, the user has just set the password.
  const how = { cause: cause ?? ('sign-in-password' as const), ...(isFirst && { isNewDevice: false }) }
  const { result, isNewDevice } = await start(tx, { ...user, signedInAt: ctx.now() }, how, ctx)
  if (!cause) return result
  const isNotified = isNewDevice && (await notifyOfNewSignIn(tx, user, ctx))
  await recordSecurity(tx, user.id, cause, ctx, { isNotified, isFirst })
  return result
}

/**
 * Replaces this browser's session with one that has a new secret, after a change to how the user signs in. Keeps the
 * time and method of the sign-in: the change does not prove that the user is present.
 * @param former the session, which may have just ended
 */
export async function continueUserSession(tx: Tx, user: User, former: Continued, ctx: Context<'visitor'>): Promise<UserSession> {
  const { cause, isNewDevice, createdAt } = former
  const { result } = await start(tx, user, { cause, isNewDevice, createdAt }, ctx)
  return result
}

type Continued = Pick<Session, 'cause' | 'isNewDevice' | 'createdAt'>

/** @param how `isNewDevice` and `createdAt` are those of this sign-in, unless given */
async function start(tx: Tx, user: User, how: Pick<Session, 'cause'> & Partial<Continued>, ctx: Context<'visitor'>) {
  const at = ctx.now()
  // Users created by a command have no language yet.
  const saved = await saveUser(tx, { ...user, locale: user.locale ?? ctx.locale })
  const { id } = saved
  if (ctx.actor.kind === 'user') await endSession(tx, ctx.actor.sessionId)
  const alive = (await sessionsOf(tx, id)).filter((session) => isActive(session, at))
  const oldestFirst = alive.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  for (const session of oldestFirst.slice(0, Math.max(0, alive.length + 1 - MAX_SESSIONS))) await endSession(tx, session.id)
  const secret = newSecret()
  const device = await rememberDevice(tx, id, ctx)
  const { cause, isNewDevice = device.isNew, createdAt = at } = how
  const made = { id: ctx.newId(), userId: id, secretHash: hashOfSecret(secret), browser: browserOf(ctx.userAgent), deviceId: device.id }
  await insertSession(tx, startSession({ ...made, cause, isNewDevice }, at, createdAt))
  return { result: { secret, device: device.secret, me: await viewMe(tx, saved, { signedInAt: createdAt, now: at }) }, isNewDevice }
}

/** Reuses the browser's device secret only if a user has signed in with it, so that a forged secret is replaced. */
async function rememberDevice(tx: Tx, userId: string, ctx: Context<'visitor'>): Promise<{ id: string; secret: string; isNew: boolean }> {
  const shared = ctx.device !== undefined && (await isKnownDevice(tx, hashOfSecret(ctx.device))) ? ctx.device : undefined
  const secret = shared ?? newSecret()
  const secretHash = hashOfSecret(secret)
  const usedAt = ctx.now()
  const endsAt = new Date(usedAt.getTime() + DEVICE_DAYS * 86_400_000)
  const known = shared === undefined ? undefined : await deviceOf(tx, secretHash, userId)
  if (known) {
    await saveDevice(tx, { ...known, usedAt, endsAt })
    return { id: known.id, secret, isNew: false }
  }
  const all = await devicesOf(tx, userId)
  for (const device of all.slice(0, Math.max(0, all.length + 1 - MAX_DEVICES))) await removeDevice(tx, device)
  const { id } = await insertDevice(tx, { id: ctx.newId(), userId, secretHash, usedAt, endsAt })
  return { id, secret, isNew: true }
}
