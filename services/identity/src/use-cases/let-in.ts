import type { Me } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { hashOfSecret, newSecret } from '../adapters/secret.ts'
import { DEVICE_DAYS, isAlive, MOST_DEVICES, MOST_SESSIONS, startSession } from '../domain/session.ts'
import { deviceOf, devicesOf, insertDevice, isKnownDevice, removeDevice, saveDevice } from '../store/devices.ts'
import { insertSession, sessionsOf } from '../store/sessions.ts'
import { saveUser, type User } from '../store/users.ts'
import { endSession } from './end-session.ts'
import { viewMe } from './show-me.ts'

/** What a browser gets at sign-in: the secrets of its two cookies, and who it signed in. */
export interface Entry {
  readonly secret: string
  readonly device: string
  readonly me: Me
}

/**
 * Starts a session with a new secret and remembers the browser. The browser's former session ends (a secret that was planted there is worth nothing), and
 * so does the oldest one beyond the limit. Guard of the limits: all sign-ins of one person write the user's document.
 * @param user as read in this transaction
 */
export async function letIn(tx: Tx, user: User, ctx: Context<'visitor'>): Promise<Entry> {
  const { id } = await saveUser(tx, user)
  const at = ctx.now()
  if (ctx.actor.kind === 'user') await endSession(tx, ctx.actor.sessionId)
  const alive = (await sessionsOf(tx, id)).filter((session) => isAlive(session, at))
  const oldestFirst = alive.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  for (const session of oldestFirst.slice(0, Math.max(0, alive.length + 1 - MOST_SESSIONS))) await endSession(tx, session.id)
  const secret = newSecret()
  await insertSession(tx, startSession(id, { id: ctx.newId(), secretHash: hashOfSecret(secret), at }))
  const device = await rememberDevice(tx, id, ctx)
  return { secret, device, me: await viewMe(tx, user) }
}

/** The browser's own secret if somebody has signed in with it before, else a new one. */
async function rememberDevice(tx: Tx, userId: string, ctx: Context<'visitor'>): Promise<string> {
  const secret = ctx.device !== undefined && (await isKnownDevice(tx, hashOfSecret(ctx.device))) ? ctx.device : newSecret()
  const secretHash = hashOfSecret(secret)
  const usedAt = ctx.now()
  const endsAt = new Date(usedAt.getTime() + DEVICE_DAYS * 86_400_000)
  const known = await deviceOf(tx, secretHash, userId)
  if (known) {
    await saveDevice(tx, { ...known, usedAt, endsAt })
    return secret
  }
  const all = await devicesOf(tx, userId)
  for (const device of all.slice(0, Math.max(0, all.length + 1 - MOST_DEVICES))) await removeDevice(tx, device)
  await insertDevice(tx, { id: ctx.newId(), userId, secretHash, usedAt, endsAt })
  return secret
}
