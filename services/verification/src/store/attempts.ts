/** Verifications: the queue of those that run, and what became of the others. Whoever claims one writes its version; whoever records an outcome must still be its claimant. */
import { type ErrorCode, Id, Network, VerificationCode } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Attempt } from '../domain/attempt.ts'

export const attempts = defineCollection('attempts', {
  accountId: Id,
  creatorId: Id,
  network: Network,
  username: String,
  code: VerificationCode,
  userAgent: String,
  startedAt: Date,
  step: z.enum(['verify', 'await', 'stats', 'done']),
  tries: z.int().min(0),
  dueAt: z.date().optional(),
  outcome: z.custom<'verified' | ErrorCode>((code) => typeof code === 'string').optional(),
  finishedAt: z.date().optional(),
})
  .index({ dueAt: 1, id: 1 })
  // Kept as the other logs that security rests on. @source decisions §7
  .index({ startedAt: 1 }, { expireAfterSeconds: 365 * 86_400 })

export type StoredAttempt = Stored<typeof attempts>

export const insertAttempt = (tx: Tx, attempt: Attempt) => attempts.insert(tx, attempt)

/** The one that has waited longest; of two claimants one gets it. */
export const findDueAttempt = async (scope: Scope, now: Date): Promise<StoredAttempt | undefined> =>
  (await attempts.find(scope, { dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit: 1 }))[0]
