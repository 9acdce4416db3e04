/** Sign-ups that are measured, and campaigns that ended. Guards: one document per sign-up, which all who change its totals must write. */
import { Exclusion, Id, Network, PostCode, ReviewDefaults, Views } from '@reelfair/contracts'
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

export const assignments = defineCollection('assignments', {
  campaignId: Id,
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
  /** Without the early end of its campaign; see `retention.ts`. */
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
  ...queueFields,
})
  // The night's plan goes through the open ones, account by account.
  .index({ isOpen: 1, accountKey: 1, id: 1 })
  .index({ finalDueAt: 1, id: 1 }, { where: { isOpen: true } })
  .index({ campaignId: 1, final: 1, endsAt: 1, id: 1 })
  .index({ code: 1 })
  .index({ plannedEnd: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredAssignment = Stored<typeof assignments>

export const insertAssignment = (tx: Tx, assignment: Omit<StoredAssignment, 'version'>) => assignments.insert(tx, assignment)
export const saveAssignment = (tx: Tx, assignment: StoredAssignment) => assignments.save(tx, assignment)
export const assignmentById = (scope: Scope, id: string) => assignments.byId(scope, id)

/** Someone else's is "not found", but for admins. */
export async function loadOwnAssignment(scope: Scope, id: string, actor: { readonly id: string; readonly role: string }) {
  const assignment = found(await assignments.byId(scope, id))
  if (actor.role === 'admin') return assignment
  const owner = actor.role === 'brand' ? assignment.brandId : assignment.creatorId
  return found(owner === actor.id ? assignment : undefined)
}

const MOST_AT_ONCE = 1_000

/** All open ones of several accounts; mostly one query. None is left out, for a final reading that finds no sign-up is not made up for. */
export async function openOfAccounts(scope: Scope, accountKeys: readonly string[]): Promise<StoredAssignment[]> {
  const some = await assignments.find(scope, { isOpen: true, accountKey: { $in: accountKeys } }, { limit: MOST_AT_ONCE })
  if (some.length < MOST_AT_ONCE) return some
  const all: StoredAssignment[] = []
  for (const accountKey of accountKeys)
    for (let after = '', isMore = true; isMore; ) {
      const page = await assignments.find(scope, { isOpen: true, accountKey, id: { $gt: after } }, { sort: { id: 1 }, limit: MOST_AT_ONCE })
      for (const one of page) all.push(one)
      isMore = page.length === MOST_AT_ONCE
      after = page.at(-1)?.id ?? after
    }
  return all
}

/** Open ones of the accounts after this key. */
export const openAfter = (scope: Scope, accountKey: string, limit: number) =>
  assignments.find(scope, { isOpen: true, accountKey: { $gt: accountKey } }, { sort: { accountKey: 1, id: 1 }, limit })

/** Sign-ups whose final reading is to be planned. */
export const finalQueue = defineQueue(assignments, { name: 'final-readings', dueAt: 'finalDueAt', where: { isOpen: true } })

/** Those of a campaign that would go on beyond this moment. */
export const beyond = (scope: Scope, campaignId: string, endedAt: Date, limit: number) =>
  assignments.find(scope, { campaignId, final: false, endsAt: { $gt: endedAt } }, { sort: { endsAt: 1, id: 1 }, limit })

/** Those of these codes that a sign-up has, whoever's and however long it is over. */
export async function codesOfSignUps(scope: Scope, codes: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let first = 0; first < codes.length; first += MOST_AT_ONCE) {
    const some = codes.slice(first, first + MOST_AT_ONCE)
    for (const { code } of await assignments.find(scope, { code: { $in: some } }, { limit: MOST_AT_ONCE })) found.push(code)
  }
  return found
}

export const anyOfCampaign = (scope: Scope, campaignId: string) => assignments.findOne(scope, { campaignId })

/** All, in the order of their ids, for the recount. */
export const assignmentsAfter = (scope: Scope, id: string, limit: number) =>
  assignments.find(scope, { id: { $gt: id } }, { sort: { id: 1 }, limit })

/** The end of a campaign; it may be heard before the sign-up. `pendingSince`: its sign-ups are still to be told. */
export const campaignEnds = defineCollection('campaign_ends', { endedAt: Date, pendingSince: z.date().optional(), ...queueFields })
  .index({ pendingSince: 1, id: 1 }, { where: { pendingSince: { $exists: true } } })
  .index({ endedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

/** What a sign-up and the end of its campaign both write: of two at the same time one begins again and finds the other. */
export const campaignLocks = defineCollection('campaign_locks', { since: Date }).index({ since: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const lockCampaign = (tx: Tx, campaignId: string, now: Date) => campaignLocks.lock(tx, campaignId, { since: now })

export const endOf = (scope: Scope, campaignId: string) => campaignEnds.byId(scope, campaignId)
export const putEnd = (tx: Tx, end: Stored<typeof campaignEnds>) => campaignEnds.putNewer(tx, end)
export const saveEnd = (tx: Tx, end: Stored<typeof campaignEnds>) => campaignEnds.save(tx, released(end))
/** Ends whose sign-ups are still to be told. */
export const endQueue = defineQueue(campaignEnds, { name: 'campaign-ends', dueAt: 'pendingSince' })
