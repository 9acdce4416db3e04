/**
 * Measured sign-ups and partnerships, and the campaigns and partnerships that have ended. Guard: each assignment has a
 * single document, and every change to its totals writes to that document.
 */
import { ComplianceDay, Exclusion, Id, Network, PostCode, ReviewDefaults, Subject, Views } from '@reelfair/contracts'
import { defineCollection, defineQueue, found, queueFields, released, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { KEPT_SECONDS } from './retention.ts'

const Final = z.union([z.literal(false), z.enum(['end', 'checks'])])
const Totals = z.object({
  observed: Views,
  qualified: Views,
  inReview: Views,
  defaults: z.array(ReviewDefaults).readonly(),
  excluded: z.array(Exclusion).readonly(),
  removed: Views.optional(),
})
const Day = z.object({ day: z.string(), observed: Views, qualified: Views, inReview: Views, excluded: Views })
const Compliance = ComplianceDay.extend({ at: z.date() })

export const assignments = defineCollection('assignments', {
  subject: Subject,
  subjectId: Id,
  brandId: Id,
  creatorId: Id,
  accountId: Id,
  network: Network,
  externalId: String,
  accountKey: String,
  username: String,
  code: PostCode,
  link: String,
  signedUpAt: Date,
  endsAt: Date,
  /** An early end does not change this date; see `retention.ts`. */
  plannedEnd: Date,
  windowDays: z.int().min(1),
  isOpen: Boolean,
  final: Final,
  finalReadingMissing: z.literal(true).optional(),
  finalDueAt: z.date().optional(),
  revision: z.int().min(0),
  totals: Totals,
  withoutCode: z.array(z.string()).readonly().optional(),
  days: z.array(Day).readonly(),
  compliance: z.array(Compliance).readonly().optional(),
  ...queueFields,
})
  // The nightly refresh scans open assignments account by account.
  .index({ isOpen: 1, accountKey: 1, id: 1 })
  .index({ finalDueAt: 1, id: 1 }, { where: { isOpen: true } })
  .index({ subjectId: 1, final: 1, endsAt: 1, id: 1 })
  .index({ code: 1 })
  // Used to find what is left to erase when a user with many assignments is deleted.
  .index({ creatorId: 1, username: 1 })
  .index({ brandId: 1, link: 1 })
  .index({ creatorId: 1, id: 1 })
  .index({ plannedEnd: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredAssignment = Stored<typeof assignments>

export const insertAssignment = (tx: Tx, assignment: Omit<StoredAssignment, 'version'>) => assignments.insert(tx, assignment)
export const saveAssignment = (tx: Tx, assignment: StoredAssignment) => assignments.save(tx, assignment)
export const assignmentById = (scope: Scope, id: string) => assignments.byId(scope, id)

/** Treats another user's assignment as not found, except for admins. */
export async function loadOwnAssignment(scope: Scope, id: string, actor: { readonly id: string; readonly role: string }) {
  const assignment = found(await assignments.byId(scope, id))
  if (actor.role === 'admin') return assignment
  const owner = actor.role === 'brand' ? assignment.brandId : assignment.creatorId
  return found(owner === actor.id ? assignment : undefined)
}

const QUERY_LIMIT = 1_000

/**
 * Returns all open assignments, usually in one query. None may be missing, because a missed final reading is not
 * repeated.
 */
export async function openOfAccounts(scope: Scope, accountKeys: readonly string[]): Promise<StoredAssignment[]> {
  const some = await assignments.find(scope, { isOpen: true, accountKey: { $in: accountKeys } }, { limit: QUERY_LIMIT })
  if (some.length < QUERY_LIMIT) return some
  const all: StoredAssignment[] = []
  for (const accountKey of accountKeys) for await (const one of assignments.each(scope, { isOpen: true, accountKey })) all.push(one)
  return all
}

export const openAfter = (scope: Scope, accountKey: string, limit: number) =>
  assignments.find(scope, { isOpen: true, accountKey: { $gt: accountKey } }, { sort: { accountKey: 1, id: 1 }, limit })

/** Sign-ups whose `end` or `checks` reading must be planned. */
export const finalQueue = defineQueue(assignments, { name: 'final-readings', dueAt: 'finalDueAt', where: { isOpen: true } })

export const endingAfter = (scope: Scope, subjectId: string, endedAt: Date, limit: number) =>
  assignments.find(scope, { subjectId, final: false, endsAt: { $gt: endedAt } }, { sort: { endsAt: 1, id: 1 }, limit })

/** Finds codes of any creator's sign-ups and partnerships, whether active or ended. */
export async function codesInUse(scope: Scope, codes: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let first = 0; first < codes.length; first += QUERY_LIMIT) {
    const some = codes.slice(first, first + QUERY_LIMIT)
    for (const { code } of await assignments.find(scope, { code: { $in: some } }, { limit: QUERY_LIMIT })) found.push(code)
  }
  return found
}

export const anyOfSubject = (scope: Scope, subjectId: string) => assignments.findOne(scope, { subjectId })

/**
 * Ends of campaigns and partnerships, which may arrive before their assignments. `pendingSince` is set until all of
 * those have been ended.
 */
export const subjectEnds = defineCollection('subject_ends', { endedAt: Date, pendingSince: z.date().optional(), ...queueFields })
  .index({ pendingSince: 1, id: 1 }, { where: { pendingSince: { $exists: true } } })
  .index({ endedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

/**
 * A new assignment and the end of its campaign or partnership both write this lock. If they run concurrently, one
 * transaction is retried and then sees the other's result.
 */
export const subjectLocks = defineCollection('subject_locks', { since: Date }).index({ since: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const lockSubject = (tx: Tx, subjectId: string, now: Date) => subjectLocks.lock(tx, subjectId, { since: now })

export const endOf = (scope: Scope, subjectId: string) => subjectEnds.byId(scope, subjectId)
export const putEnd = (tx: Tx, end: Stored<typeof subjectEnds>) => subjectEnds.putNewer(tx, end)
export const saveEnd = (tx: Tx, end: Stored<typeof subjectEnds>) => subjectEnds.save(tx, released(end))
export const endQueue = defineQueue(subjectEnds, { name: 'subject-ends', dueAt: 'pendingSince' })
