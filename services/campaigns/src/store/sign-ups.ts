/**
 * A unique index lets a creator sign up for a campaign only once. All of a creator's sign-ups write to the creator's
 * own document, so concurrent sign-ups cannot exceed the limit on active campaigns.
 */
import { BusinessDay, CountedVideo, Exclusion, Id, Logo, Network, PostCode, ReviewDefaults, SignUpTerms, Views } from '@reelfair/contracts'
import { batched, defineCollection, found, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { ClaimingSignUp } from '../domain/settlement.ts'

export const signUps = defineCollection('sign_ups', {
  campaignId: Id,
  brandId: Id,
  creatorId: Id,
  accountId: Id,
  externalId: String,
  network: Network,
  username: String,
  code: PostCode,
  link: String,
  logo: Logo,
  signedUpAt: Date,
  endsAt: Date,
  terms: SignUpTerms,
  totals: z
    .object({
      revision: z.int().min(1),
      day: BusinessDay,
      observed: Views,
      qualified: Views,
      inReview: Views,
      defaults: z.array(ReviewDefaults).readonly(),
      excluded: z.array(Exclusion),
      isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
      removed: Views.optional(),
      finalReadingMissing: z.literal(true).optional(),
    })
    .optional(),
  observed: Views,
  charged: Views,
  reserved: Views,
  cents: z.int().min(0),
  settledAt: z.date().optional(),
})
  .unique('already_signed_up', { campaignId: 1, creatorId: 1 })
  .unique('code_taken', { code: 1 })
  .index({ campaignId: 1, id: 1 })
  .index({ campaignId: 1, observed: -1 })
  .index({ creatorId: 1, signedUpAt: -1, id: -1 })
  // Finds the links still to be erased when a brand with many sign-ups is deleted.
  .index({ brandId: 1, link: 1 })
  .index({ creatorId: 1, id: 1 })
  // Finds a creator's unsettled sign-ups among many receipts.
  .index({ creatorId: 1, settledAt: 1 })

export type SignUp = Stored<typeof signUps>

const MANY = 1_000

/**
 * A sign-up's latest video counts, stored separately because a settlement reads all sign-ups but no videos. `version`
 * is the revision of the totals.
 */
export const videos = defineCollection('sign_up_videos', { videos: z.array(CountedVideo).max(100) })

export const insertSignUp = (tx: Tx, signUp: SignUp) => signUps.insert(tx, signUp)

export const saveSignUp = (tx: Tx, signUp: SignUp) => signUps.save(tx, signUp)

export const findJoined = (scope: Scope, campaignId: string, creatorId: string) => signUps.findOne(scope, { campaignId, creatorId })

export const findByCode = (scope: Scope, code: string) => signUps.findOne(scope, { code })

export async function loadSignUp(scope: Scope, id: string): Promise<SignUp> {
  const signUp = await signUps.byId(scope, id)
  if (!signUp) throw new Error(`sign-up ${id} is missing`)
  return signUp
}

/**
 * @param personId the creator who signed up, or the campaign's brand
 * @throws Refusal `not_found` for anyone else
 */
export async function loadOwnSignUp(scope: Scope, id: string, personId: string): Promise<SignUp> {
  const signUp = found(await signUps.byId(scope, id))
  return found(signUp.creatorId === personId || signUp.brandId === personId ? signUp : undefined)
}

interface Asked {
  readonly creatorId: string
  readonly now: Date
}

/**
 * Returns a creator's sign-ups for campaigns whose end date has not passed. Concurrent calls share one query, because
 * every request for the public list needs them.
 */
export const runningOf = batched(async (scope, asked: readonly Asked[]): Promise<SignUp[][]> => {
  const ids = new Set(asked.map(({ creatorId }) => creatorId))
  const since = new Date(asked.reduce((earliest, { now }) => Math.min(earliest, now.getTime()), Number.POSITIVE_INFINITY))
  const some = await signUps.find(scope, { creatorId: { $in: [...ids] }, endsAt: { $gt: since } }, { limit: MANY })
  if (some.length === MANY) return Promise.all(asked.map((one) => runningOfOne(scope, one)))
  const own = Map.groupBy(some, ({ creatorId }) => creatorId)
  return asked.map(({ creatorId, now }) => (own.get(creatorId) ?? []).filter(({ endsAt }) => endsAt > now))
})

const runningOfOne = (scope: Scope, { creatorId, now }: Asked) => signUps.find(scope, { creatorId, endsAt: { $gt: now } }, { limit: MANY })

export const pageOfCreator = (scope: Scope, creatorId: string, page: { limit: number; cursor?: string | undefined }) =>
  signUps.page(scope, { creatorId }, { sort: { signedUpAt: -1 }, ...page })

export const pageOfCampaign = (scope: Scope, campaignId: string, page: { limit: number; cursor?: string | undefined }) =>
  signUps.page(scope, { campaignId }, { sort: { id: 1 }, ...page })

export const unsettledOfCreator = (scope: Scope, creatorId: string) =>
  signUps.find(scope, { creatorId, settledAt: { $exists: false } }, { limit: MANY })

export async function earnedBy(scope: Scope, creatorId: string): Promise<number> {
  const sums = [{ $match: { creatorId } }, { $group: { _id: null, cents: { $sum: '$cents' } } }]
  const [total] = await signUps.aggregate<{ cents: number }>(scope, sums)
  return total?.cents ?? 0
}

export const hasViews = async (scope: Scope, campaignId: string) =>
  (await signUps.findOne(scope, { campaignId, observed: { $gt: 0 } })) !== undefined

async function allOf(scope: Scope, campaignId: string): Promise<SignUp[]> {
  const all: SignUp[] = []
  for await (const signUp of signUps.each(scope, { campaignId })) all.push(signUp)
  return all
}

export async function allOfEach(scope: Scope, campaignIds: readonly string[]): Promise<ReadonlyMap<string, readonly SignUp[]>> {
  if (campaignIds.length === 0) return new Map()
  const some = await signUps.find(scope, { campaignId: { $in: campaignIds } }, { limit: MANY })
  if (some.length < MANY) return Map.groupBy(some, ({ campaignId }) => campaignId)
  const all = new Map<string, SignUp[]>()
  for (const id of campaignIds) all.set(id, await allOf(scope, id))
  return all
}

/** Keeps only the fields that the allocation needs, because a campaign may have thousands of sign-ups. */
export async function claimsOf(scope: Scope, campaignId: string): Promise<{ all: ClaimingSignUp[]; observed: number }> {
  const all: ClaimingSignUp[] = []
  let sum = 0
  for await (const { id, signedUpAt, totals, charged, reserved, cents, observed } of signUps.each(scope, { campaignId })) {
    all.push({ id, signedUpAt, totals, charged, reserved, cents })
    sum += observed
  }
  return { all, observed: sum }
}

export const everySignUp = (scope: Scope) => signUps.each(scope)

export const findSignUps = (scope: Scope, ids: readonly string[]) => signUps.find(scope, { id: { $in: ids } }, { limit: ids.length })

export const putVideos = (tx: Tx, id: string, revision: number, counted: readonly CountedVideo[]) =>
  videos.putNewer(tx, { id, version: revision, videos: [...counted] })

export async function videosOf(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, CountedVideo[]>> {
  if (ids.length === 0) return new Map()
  const found = await videos.find(scope, { id: { $in: ids } }, { limit: ids.length })
  return new Map(found.map((one) => [one.id, one.videos]))
}
