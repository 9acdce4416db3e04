/**
 * Guards: a partnership has the id of its invitation, which is accepted once; settlements save by the document's
 * version.
 */
import {
  BusinessDay,
  CampaignRateCard,
  Cents,
  Exclusion,
  Id,
  Logo,
  Network,
  type PageQuery,
  PartnershipPayment,
  PartnershipStatus,
  PostCode,
  ReviewDefaults,
  TierDecision,
  usernameKey,
  Views,
} from '@reelfair/contracts'
import { defineCollection, defineQueue, found, queueFields, randomPostCode, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Party } from '../domain/invitation.ts'
import type { Partnership as Decided, Step } from '../domain/partnership.ts'
import { addToRecord, recordOf } from './brand-records.ts'

const Totals = z.object({
  revision: z.int().min(1),
  day: BusinessDay,
  observed: Views,
  qualified: Views,
  inReview: Views,
  defaults: z.array(ReviewDefaults).readonly(),
  excluded: z.array(Exclusion).readonly(),
  removed: Views.optional(),
  isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
  finalReadingMissing: z.literal(true).optional(),
})

export const partnerships = defineCollection('partnerships', {
  brandId: Id,
  creatorId: Id,
  accountId: Id,
  network: Network,
  username: String,
  usernameKey: String,
  viewsGoal: Views,
  amountCents: Cents,
  rateCard: CampaignRateCard,
  requestedAt: Date,
  logo: Logo,
  link: String,
  caption: String,
  durationDays: z.int().min(1),
  code: PostCode,
  windowDays: z.int().min(1),
  termsVersion: String,
  brandTermsVersion: String,
  acceptedAt: Date,
  startsAt: Date,
  endsAt: Date,
  status: PartnershipStatus,
  dueAt: z.date().optional(),
  totals: Totals.optional(),
  reachedOn: BusinessDay.optional(),
  firstVideoAt: z.date().optional(),
  endedAt: z.date().optional(),
  payableAt: z.date().optional(),
  settledAt: z.date().optional(),
  decisions: z.array(TierDecision).readonly(),
  payment: PartnershipPayment.optional(),
  paymentVersion: z.int().optional(),
  paidAt: z.date().optional(),
  nextSettlement: BusinessDay.optional(),
  /** The sandbox's test partnership, which metrics never measured. */
  isTest: z.literal(true).optional(),
  /** Set until the final settlement. */
  isUnsettled: z.literal(true).optional(),
  ...queueFields,
})
  .unique('code_taken', { code: 1 })
  // Before the indexes of admins' other filters, which leave more documents to read.
  .index({ usernameKey: 1, acceptedAt: -1, id: -1 })
  .index({ brandId: 1, acceptedAt: -1, id: -1 })
  .index({ creatorId: 1, acceptedAt: -1, id: -1 })
  .index({ brandId: 1, isUnsettled: 1, acceptedAt: -1, id: -1 })
  .index({ creatorId: 1, isUnsettled: 1, acceptedAt: -1, id: -1 })
  .index({ dueAt: 1, id: 1 })
  .index({ nextSettlement: 1, id: 1 }, { where: { isUnsettled: true } })
  .index({ acceptedAt: -1, id: -1 })
  .index({ status: 1, acceptedAt: -1, id: -1 })
  .index({ network: 1, acceptedAt: -1, id: -1 })
  .index({ status: 1, network: 1, acceptedAt: -1, id: -1 })
  // Used to find what is left to erase when a user is deleted.
  .index({ creatorId: 1, username: 1 })
  .index({ brandId: 1, link: 1 })

export type Partnership = Stored<typeof partnerships>

export const insertPartnership = (tx: Tx, partnership: Decided) =>
  partnerships.insert(tx, { ...partnership, usernameKey: usernameKey(partnership.username), isUnsettled: true } as Partnership)

export async function saveStep(tx: Tx, { partnership, events }: Step<Partnership>): Promise<Partnership> {
  const saved = await partnerships.save(tx, { ...partnership, isUnsettled: partnership.settledAt ? undefined : true })
  if (saved.settledAt) await addToRecord(tx, saved)
  for (const event of events) tx.emit(event)
  return saved
}

export const findByIds = (scope: Scope, ids: readonly string[]) => partnerships.find(scope, { id: { $in: ids } }, { limit: ids.length })

/** Several million codes exist, so a second draw is rare. Guard: the unique index `code_taken`. */
export async function freeCode(tx: Tx): Promise<string> {
  for (;;) {
    const code = randomPostCode('partnership')
    if (!(await partnerships.findOne(tx, { code }))) return code
  }
}

/** Treats another user's partnership as not found, except for admins. */
export async function loadOwnPartnership(scope: Scope, id: string, actor: { readonly id: string; readonly role: string }) {
  const partnership = found(await partnerships.byId(scope, id))
  if (actor.role === 'admin') return partnership
  const owner = actor.role === 'brand' ? partnership.brandId : partnership.creatorId
  return found(owner === actor.id ? partnership : undefined)
}

export const pageOf = (scope: Scope, of: Party, page: PageQuery) => partnerships.page(scope, of, { sort: { acceptedAt: -1 }, ...page })

export const unsettledPageOf = (scope: Scope, of: Party, page: PageQuery) =>
  partnerships.page(scope, { ...of, isUnsettled: true }, { sort: { acceptedAt: -1 }, ...page })

type AdminFilter = { readonly [K in 'status' | 'network' | 'brandId' | 'usernameKey']?: Partnership[K] | undefined }

export const pageOfAll = (scope: Scope, filter: AdminFilter, page: PageQuery) =>
  partnerships.page(scope, filter, { sort: { acceptedAt: -1 }, ...page })

const COUNTED_FOR_ADMINS = 10_000

export const countAll = (scope: Scope, filter: AdminFilter) =>
  partnerships.count(scope, { ...filter, acceptedAt: { $gte: new Date(0) } }, COUNTED_FOR_ADMINS)

const COUNTED = 1_000

export const findUnsettled = (scope: Scope, of: Party) => partnerships.find(scope, { ...of, isUnsettled: true }, { limit: COUNTED })

/** A brand can send 200 invitations a day, and their partnerships are settled after at most about 100 days. */
const MAX_UNSETTLED = 20_000

/**
 * The brand's qualified views: as recorded for settled partnerships; for the others by the provisional decision,
 * otherwise as counted so far.
 */
export async function totalViewsOf(scope: Scope, brandId: string): Promise<number> {
  const views = { $sum: { $ifNull: [{ $last: '$decisions.qualified' }, '$totals.qualified'] } }
  const unsettled = [{ $match: { brandId, isUnsettled: true } }, { $limit: MAX_UNSETTLED }, { $group: { _id: null, views } }]
  const [running] = await partnerships.aggregate<{ views: number }>(scope, unsettled)
  const settled = await recordOf(scope, brandId)
  return (running?.views ?? 0) + (settled?.qualified ?? 0)
}

/** The creator's pay by the newest decision on each partnership, in cents. */
export async function earnedBy(scope: Scope, creatorId: string): Promise<number> {
  const sums = [{ $match: { creatorId } }, { $group: { _id: null, cents: { $sum: { $last: '$decisions.cents' } } } }]
  const [total] = await partnerships.aggregate<{ cents: number }>(scope, sums)
  return total?.cents ?? 0
}

/** Planned partnerships whose beginning has come. */
export const plannedPartnerships = defineQueue(partnerships, {
  name: 'planned-partnerships',
  dueAt: 'dueAt',
  where: { status: 'planned' },
})

/** The earliest business day with something to settle, after `after` and until `until`. */
export async function firstDay(scope: Scope, after: string, until: string): Promise<string | undefined> {
  const due = { isUnsettled: true, nextSettlement: { $gt: after, $lte: until } } as const
  const [first] = await partnerships.find(scope, due, { sort: { nextSettlement: 1, id: 1 }, limit: 1 })
  return first?.nextSettlement
}

export const eachDueOn = (scope: Scope, day: string) => partnerships.each(scope, { isUnsettled: true, nextSettlement: day }, { batch: 100 })
