/** Sessions: opaque secrets of which only a hash is kept. Pure. */

const DAY = 86_400_000

/** A session not used for so long is over. */
export const IDLE_DAYS = 14
/** A session is over after so long, however much it is used. */
export const ABSOLUTE_DAYS = 30
/** Sessions of one person; one more ends the oldest. */
export const MOST_SESSIONS = 20
/** A browser is known for so long after the last sign-in there; browsers keep no cookie longer. */
export const DEVICE_DAYS = 400
/** Known browsers of one person; one more forgets the one that was used longest ago. */
export const MOST_DEVICES = 20
/** Use is noted at most so often: the gateway asks every few seconds, and each note is a write. */
const NOTE_EVERY = 3_600_000

export interface Session {
  readonly id: string
  readonly userId: string
  /** Of the secret only a hash: who reads the database cannot sign in with it. */
  readonly secretHash: string
  readonly createdAt: Date
  readonly usedAt: Date
  /** The earlier of the idle and the absolute end. */
  readonly endsAt: Date
}

const endOf = (createdAt: Date, usedAt: Date) =>
  new Date(Math.min(usedAt.getTime() + IDLE_DAYS * DAY, createdAt.getTime() + ABSOLUTE_DAYS * DAY))

export function startSession(userId: string, made: { id: string; secretHash: string; at: Date }): Session {
  const { id, secretHash, at } = made
  return { id, userId, secretHash, createdAt: at, usedAt: at, endsAt: endOf(at, at) }
}

export const isAlive = (session: Session, at: Date): boolean => session.endsAt > at

/** The session with its use noted, or undefined when that was done a short while ago. */
export function noteUse(session: Session, at: Date): Session | undefined {
  if (at.getTime() - session.usedAt.getTime() < NOTE_EVERY) return undefined
  return { ...session, usedAt: at, endsAt: endOf(session.createdAt, at) }
}
