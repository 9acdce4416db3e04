/**
 * Sign-ins that wait for a code. A document's id is the hash of the secret in the browser's cookie, so another browser
 * cannot find it. The database deletes expired ones, and `remove-old-records.ts` those that have
 * expired by the clock that the sandbox moves.
 */
import { Id, SignInCause } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import type { Challenge } from '../domain/second-factor.ts'
import { ProfileFields } from './google-attempts.ts'

export const challenges = defineCollection('challenges', {
  userId: Id,
  cause: SignInCause.optional(),
  connects: ProfileFields.optional(),
  wrongCodes: Number,
  expiresAt: Date,
})
  .index({ userId: 1, expiresAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

type StoredChallenge = Stored<typeof challenges>

/** Maximum number of challenges to read per user; far above the number that a user may have. */
const MAX_FOUND = 1_000

export const challengeById = (scope: Scope, id: string) => challenges.byId(scope, id)

/** Oldest first. */
export const challengesOf = (scope: Scope, userId: string) =>
  challenges.find(scope, { userId }, { limit: MAX_FOUND, sort: { expiresAt: 1 } })

export const insertChallenge = (tx: Tx, challenge: Challenge) => challenges.insert(tx, challenge)

export const saveChallenge = (tx: Tx, challenge: StoredChallenge) => challenges.save(tx, challenge)

export const removeChallenge = (tx: Tx, challenge: StoredChallenge) => challenges.remove(tx, challenge)

export const removeChallengesExpiredBefore = (tx: Tx, time: Date, limit: number) =>
  challenges.removeSome(tx, { expiresAt: { $lt: time } }, { limit })
