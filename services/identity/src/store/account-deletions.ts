/**
 * Requests to delete an account, and what remains of it. The id is the user's, so each user has one document, to which
 * all answers write.
 */
import { DeletionObstacle, DeletionWaiver, Role } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { MAX_TERMS } from './users.ts'

const Evidence = z.object({ what: z.enum(['sign-up', 'brand']), version: z.string(), acceptedAt: z.date(), ip: z.string().optional() })

export const accountDeletions = defineCollection('account_deletions', {
  role: Role,
  /** Incremented by each request; answers to earlier requests are ignored. */
  attempt: z.int().min(1),
  state: z.enum(['pending', 'blocked', 'deleted']),
  requestedAt: Date,
  /** The most that the user agreed to give up; kept with the document. */
  waives: DeletionWaiver,
  /** Set once the service has found nothing unfinished. */
  campaigns: z.object({ earnedCents: z.int().min(0) }).optional(),
  invitations: z.object({ earnedCents: z.int().min(0) }).optional(),
  obstacles: z.array(DeletionObstacle).max(20),
  /** Set from the moment when nothing blocks the deletion until the worker has deleted the user. */
  clearedAt: z.date().optional(),
  hasBought: z.boolean().optional(),
  /** What the user gave up, at most `waives`. The last e-mail names it; removed once that e-mail is stored. */
  givenUp: DeletionWaiver.optional(),
  deletedAt: z.date().optional(),
  /** When and from where the user accepted the terms, kept without a name or an address. */
  evidence: z
    .array(Evidence)
    .max(2 * MAX_TERMS)
    .optional(),
  evidenceUntil: z.date().optional(),
  /** Set if accounting records need the company's details. */
  companyUntil: z.date().optional(),
  ...queueFields,
})
  .index({ clearedAt: 1, id: 1 }, { where: { clearedAt: { $exists: true } } })
  .index({ evidenceUntil: 1 }, { where: { evidenceUntil: { $exists: true } } })
  .index({ companyUntil: 1 }, { where: { companyUntil: { $exists: true } } })

export type AccountDeletion = Stored<typeof accountDeletions>

export const deletionOf = (scope: Scope, userId: string) => accountDeletions.byId(scope, userId)

export const saveDeletion = (tx: Tx, former: AccountDeletion | undefined, request: Omit<AccountDeletion, 'version'>) =>
  former ? accountDeletions.save(tx, { ...request, version: former.version }) : accountDeletions.insert(tx, request)

export const clearedDeletions = defineQueue(accountDeletions, { name: 'account-deletions', dueAt: 'clearedAt' })

/** The request that an answer belongs to; undefined if it is over. */
export async function pendingDeletion(tx: Tx, { userId, attempt }: { readonly userId: string; readonly attempt: number }) {
  const request = await deletionOf(tx, userId)
  return request?.state === 'pending' && !request.clearedAt && request.attempt === attempt ? request : undefined
}

export const withOldEvidence = (tx: Tx, now: Date, limit: number) => accountDeletions.find(tx, { evidenceUntil: { $lte: now } }, { limit })

export const withOldCompany = (tx: Tx, now: Date, limit: number) => accountDeletions.find(tx, { companyUntil: { $lte: now } }, { limit })
