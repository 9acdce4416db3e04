import { z } from 'zod'
import { CREATOR_SORTS, MAX_SAVED_SEARCHES, PAYOUT_COUNTRIES } from './values.ts'
import {
  AccountLanguage,
  AudienceLanguage,
  BusinessDay,
  Category,
  Cents,
  Id,
  Instant,
  Network,
  Page,
  PageQuery,
  PlainText,
  Views,
} from './words.ts'

const Bound = z.coerce.number<number>('invalid_input').int().min(0).max(10_000_000_000).optional()

const filters = {
  /** The beginning of the username; case does not matter. */
  username: z.string().trim().min(1).max(60).optional(),
  network: Network.optional(),
  language: AudienceLanguage.optional(),
  category: Category.optional(),
  country: z.enum(PAYOUT_COUNTRIES).optional(),
  city: z.string().trim().min(1).max(100).optional(),
  minFollowers: Bound,
  maxFollowers: Bound,
  minAverageViews: Bound,
  maxAverageViews: Bound,
  minRpmCents: Bound,
  maxRpmCents: Bound,
  verifiedSince: BusinessDay.optional(),
  /** Only creators whose public page is open for bookings. */
  collab: z.literal('open').optional(),
  sort: z.enum(CREATOR_SORTS).default('averageViews'),
  order: z.enum(['asc', 'desc']).default('desc'),
}

/** A bound on a figure excludes accounts whose figure is unknown. */
export const CreatorSearch = z.strictObject(filters)
export type CreatorSearch = z.infer<typeof CreatorSearch>

export const CreatorsQuery = PageQuery.extend(filters)
export type CreatorsQuery = z.infer<typeof CreatorsQuery>

/** Percentage of the price that a settled partnership paid. @source decisions §4 */
export const PaidTier = z.literal([0, 25, 50, 75, 100])
export type PaidTier = z.infer<typeof PaidTier>

/** A creator's latest ten settled partnerships. */
export const CreatorRecord = z.object({
  /** The tiers that were paid, oldest first. */
  tiers: z.array(PaidTier).max(10),
  observed: Views,
  qualified: Views,
  /** Median number of days from the start to the first video; null if no partnership has a video. */
  daysToFirstVideo: z.int().min(0).nullable(),
})
export type CreatorRecord = z.infer<typeof CreatorRecord>

/** A verified, public account. Null means unknown, never 0. */
export const FoundCreator = z.object({
  accountId: Id,
  network: Network,
  username: z.string(),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  /** A country code, or the name that the network reports. */
  country: z.string().optional(),
  city: z.string().optional(),
  followers: Views,
  averageViews: Views.nullable(),
  /** What 1,000 views usually cost. */
  rpmCents: Cents.nullable(),
  isCollabOpen: z.boolean(),
  verifiedAt: Instant,
  /** The date of the figures. */
  statsAt: Instant,
  record: CreatorRecord,
  /** The cover of the newest video, or else the account's picture. */
  pictureId: Id.optional(),
})
export type FoundCreator = z.infer<typeof FoundCreator>

/** `isPartial`: the search read as much as one request may, so `next` searches further. */
export const FoundCreators = Page(FoundCreator).extend({ isPartial: z.boolean() })
export type FoundCreators = z.infer<typeof FoundCreators>

const SearchName = PlainText(60)

export const SavedSearchInput = z.strictObject({ name: SearchName, search: CreatorSearch })
export type SavedSearchInput = z.infer<typeof SavedSearchInput>

export const SavedSearchPath = z.strictObject({ savedSearchId: Id })
export type SavedSearchPath = z.infer<typeof SavedSearchPath>

export const SavedSearchRename = SavedSearchPath.extend({ name: SearchName })
export type SavedSearchRename = z.infer<typeof SavedSearchRename>

export const SavedSearch = z.object({ id: Id, name: z.string(), search: CreatorSearch, createdAt: Instant })
export type SavedSearch = z.infer<typeof SavedSearch>

/** Newest first. */
export const SavedSearches = z.object({ items: z.array(SavedSearch).max(MAX_SAVED_SEARCHES) })
export type SavedSearches = z.infer<typeof SavedSearches>
