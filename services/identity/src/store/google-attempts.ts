/**
 * Sign-ins with Google in progress. A document's id is the hash of the secret in the cookie of the browser that started
 * the sign-in, so another browser cannot find it. The database deletes expired ones, and `remove-old-records.ts` those
 * that have expired by the clock that the sandbox moves.
 */
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { TermsEvidence } from './users.ts'

export const ProfileFields = z.object({ sub: z.string(), email: z.string(), isVerified: z.boolean() })

export const googleAttempts = defineCollection('google_attempts', {
  /** `connect`: the user connects Google on the account page. */
  purpose: z.enum(['sign-in', 'connect']),
  /** Missing once a callback has used the state. */
  stateHash: z.string().optional(),
  /** The PKCE verifier, encrypted. */
  sealedVerifier: String,
  /** The user who is connecting Google. */
  userId: z.string().optional(),
  role: z.enum(['creator', 'brand']).optional(),
  redirect: z.string().optional(),
  terms: TermsEvidence.optional(),
  /** Set while the sign-in waits for the user's role and terms, or for a password. */
  profile: ProfileFields.optional(),
  expiresAt: Date,
})
  .index({ userId: 1 }, { where: { userId: { $exists: true } } })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export type GoogleAttempt = Stored<typeof googleAttempts>

export const attemptById = (scope: Scope, id: string) => googleAttempts.byId(scope, id)

export const insertAttempt = (tx: Tx, attempt: Omit<GoogleAttempt, 'version'>) => googleAttempts.insert(tx, attempt)

export const saveAttempt = (tx: Tx, attempt: GoogleAttempt) => googleAttempts.save(tx, attempt)

export const removeAttempt = (tx: Tx, attempt: GoogleAttempt) => googleAttempts.remove(tx, attempt)

export const removeAttemptsExpiredBefore = (tx: Tx, time: Date, limit: number) =>
  googleAttempts.removeSome(tx, { expiresAt: { $lt: time } }, { limit })
