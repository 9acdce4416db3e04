/** Signing out removes a session; the database deletes expired ones. */
import { Id, SignInCause } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import type { Session } from '../domain/session.ts'
import { StoredBrowser } from './stored-browser.ts'

export const sessions = defineCollection('sessions', {
  userId: Id,
  secretHash: String,
  browser: StoredBrowser,
  deviceId: Id,
  cause: SignInCause,
  isNewDevice: Boolean,
  createdAt: Date,
  usedAt: Date,
  endsAt: Date,
})
  .unique('secret_hash', { secretHash: 1 })
  .index({ userId: 1, id: 1 })
  .index({ endsAt: 1 }, { expireAfterSeconds: 0 })

/** Maximum number of sessions to read per user; far above the number that a user may have. */
const MAX_FOUND = 1_000

export type StoredSession = Stored<typeof sessions>

export const findSession = (scope: Scope, secretHash: string) => sessions.findOne(scope, { secretHash })

export const sessionById = (scope: Scope, id: string) => sessions.byId(scope, id)

export const sessionsOf = (scope: Scope, userId: string) => sessions.find(scope, { userId }, { limit: MAX_FOUND })

export const insertSession = (tx: Tx, session: Session) => sessions.insert(tx, session)

export const saveSession = (tx: Tx, session: StoredSession) => sessions.save(tx, session)

export const removeSession = (tx: Tx, session: StoredSession) => sessions.remove(tx, session)
