import { refuse, SessionEnded, type SessionPath } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { challengesOf, removeChallenge } from '../store/challenges.ts'
import { devicesByIds, removeDevice } from '../store/devices.ts'
import { removeSession, type StoredSession, sessionById, sessionsOf } from '../store/sessions.ts'
import { userById } from '../store/users.ts'
import { recordSecurity } from './record-security.ts'

export async function endOwnSession(_: unknown, ctx: Context<'user'>): Promise<void> {
  const { id, sessionId } = ctx.actor
  await ctx.transact(async (tx) => {
    if (await endSession(tx, sessionId)) await recordSecurity(tx, id, 'signed-out', ctx)
  })
}

/** Another user's session is "not found". */
export const endChosenSession = ({ sessionId }: SessionPath, ctx: Context<'user'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const session = await sessionById(tx, sessionId)
    if (session?.userId !== ctx.actor.id) return refuse('not_found')
    await endRemotely(tx, [session], ctx)
    await recordSecurity(tx, ctx.actor.id, 'session-ended', ctx)
  })

export const endOtherSessions = (_: unknown, ctx: Context<'user'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const others = (await sessionsOf(tx, ctx.actor.id)).filter(({ id }) => id !== ctx.actor.sessionId)
    if (others.length === 0) return
    await endRemotely(tx, others, ctx)
    await recordSecurity(tx, ctx.actor.id, 'other-sessions-ended', ctx)
  })

/** Ends this browser's session too. */
export const endEverySession = (_: unknown, ctx: Context<'user'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const all = await sessionsOf(tx, ctx.actor.id)
    if (all.length === 0) return
    await endRemotely(tx, all, ctx)
    await recordSecurity(tx, ctx.actor.id, 'all-sessions-ended', ctx)
  })

/** Also forgets the other browsers, so that a further sign-in there counts as one on a new device. */
async function endRemotely(tx: Tx, ended: readonly StoredSession[], ctx: Context<'user'>): Promise<void> {
  const here = await sessionById(tx, ctx.actor.sessionId)
  for (const session of ended) await end(tx, session)
  const devices = await devicesByIds(
    tx,
    ended.map(({ deviceId }) => deviceId),
  )
  for (const device of devices) if (device.id !== here?.deviceId) await removeDevice(tx, device)
}

/** @returns whether the session still existed */
export async function endSession(tx: Tx, sessionId: string): Promise<boolean> {
  const session = await sessionById(tx, sessionId)
  if (session) await end(tx, session)
  return session !== undefined
}

/** Also ends the sign-ins that wait for a code. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  // This transaction has already read the user. Without a second factor, a challenge is useless.
  const user = await userById(tx, userId)
  if (user?.secondFactor) for (const challenge of await challengesOf(tx, userId)) await removeChallenge(tx, challenge)
  for (const session of await sessionsOf(tx, userId)) await end(tx, session)
}

async function end(tx: Tx, session: StoredSession): Promise<void> {
  await removeSession(tx, session)
  tx.emit(SessionEnded.of({ sessionId: session.id, userId: session.userId }))
}
