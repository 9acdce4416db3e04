/**
 * Running and finished verification attempts; also serves as their queue. Guard: only the worker that holds the claim
 * records an outcome.
 */
import { type ErrorCode, Id, Network, VerificationCode } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, released, type Stored, type Tx } from '@reelfair/service-kit'
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
  ...queueFields,
})
  .index({ dueAt: 1, id: 1 })
  .index({ creatorId: 1, id: 1 })
  // Kept for as long as the other security logs. @source decisions §7
  .index({ startedAt: 1 }, { expireAfterSeconds: 365 * 86_400 })

export type StoredAttempt = Stored<typeof attempts>

export const insertAttempt = (tx: Tx, attempt: Attempt) => attempts.insert(tx, attempt)

export const saveAttempt = (tx: Tx, attempt: StoredAttempt) => attempts.save(tx, released(attempt))

/** The lease is longer than the longest possible call to the workflow (60 s). */
export const attemptQueue = defineQueue(attempts, { name: 'verifications', dueAt: 'dueAt', leaseMs: 75_000 })
