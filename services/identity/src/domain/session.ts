import type { SignInCause } from '@reelfair/contracts'
import type { Browser } from './browser.ts'

const DAY = 86_400_000

/** A session ends after this many days without use. */
export const IDLE_DAYS = 14
/** A session ends after this many days even if it is in use. */
export const ABSOLUTE_DAYS = 30
/** Browsers don't keep cookies for longer than 400 days. */
export const DEVICE_DAYS = 400
/** Maximum number of remembered browsers per user; another browser replaces the least recently used one. */
export const MAX_DEVICES = 20
const FRESH_MS = 10 * 60_000
/** The gateway uses a session every few seconds, but recording each use would cost a database write. */
const RECORD_EVERY_MS = 3_600_000

export interface Session {
  readonly id: string
  readonly userId: string
  /** A hash, so that read access to the database is not enough to sign in. */
  readonly secretHash: string
  readonly browser: Browser
  /** The browser among the user's known devices. */
  readonly deviceId: string
  readonly cause: SignInCause
  /** Whether the sign-in made the browser known; false for the user's very first sign-in. */
  readonly isNewDevice: boolean
  readonly createdAt: Date
  readonly usedAt: Date
  /** When the session ends: at the idle limit or the absolute limit, whichever comes first. */
  readonly endsAt: Date
}

const endOf = (createdAt: Date, usedAt: Date) =>
  new Date(Math.min(usedAt.getTime() + IDLE_DAYS * DAY, createdAt.getTime() + ABSOLUTE_DAYS * DAY))

/** @param createdAt when the user signed in, if the session continues an earlier one */
export function startSession(made: Omit<Session, 'createdAt' | 'usedAt' | 'endsAt'>, at: Date, createdAt = at): Session {
  return { ...made, createdAt, usedAt: at, endsAt: endOf(createdAt, at) }
}

export const isActive = (session: Session, at: Date): boolean => session.endsAt > at

/** A sign-in this recent proves that the user is present, so a sensitive change needs no password. */
export const isFresh = ({ createdAt }: Session, at: Date): boolean => at.getTime() - createdAt.getTime() < FRESH_MS

/** @returns undefined if the session's last recorded use is recent enough */
export function recordUse(session: Session, at: Date): Session | undefined {
  if (at.getTime() - session.usedAt.getTime() < RECORD_EVERY_MS) return undefined
  return { ...session, usedAt: at, endsAt: endOf(session.createdAt, at) }
}
