/** Guard: the id combines the sign-up's id with the network's, so a sign-up never has the same video twice. */
import { BusinessDay, ExclusionReason, Id, LogoState, Network, Subject, Views } from '@reelfair/contracts'
import { MAX_VIDEOS } from '@reelfair/rules'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Count } from '../domain/count-video.ts'
import { KEPT_SECONDS } from './retention.ts'

const Waiting = z.object({ day: BusinessDay, part: z.enum(['logo', 'growth', 'both']), views: Views.min(1) })
const Earned = z.object({ day: BusinessDay, views: Views.min(1) })
const Figures = z.object({ at: z.date(), views: Views.nullable(), likes: Views.nullable(), comments: Views.nullable() })

export const videos = defineCollection('videos', {
  assignmentId: Id,
  /** The sign-up’s planned end; see `retention.ts`. */
  plannedEnd: Date,
  subject: Subject,
  subjectId: Id,
  creatorId: Id,
  network: Network,
  externalId: String,
  url: String,
  caption: String,
  publishedAt: Date,
  durationS: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  thumbnailUrl: z.string().optional(),
  firstSeenAt: Date,
  foundWithoutCode: z.literal(true).optional(),
  seenAt: z.date().optional(),
  stepAt: Date,
  until: Date,
  faults: z.array(ExclusionReason).readonly(),
  logo: LogoState,
  paidLabel: z.boolean().optional(),
  figures: z.array(Figures).readonly(),
  // Stored as the domain defines it, because no other code writes this field.
  count: z.custom<Count>((value) => typeof value === 'object' && value !== null && 'pendingFaults' in value),
  waiting: z.array(Waiting).readonly().optional(),
  earned: z.array(Earned).readonly().optional(),
  final: z.enum(['read', 'missing']).optional(),
})
  .index({ assignmentId: 1, firstSeenAt: -1, id: -1 })
  .index({ subjectId: 1, firstSeenAt: -1, id: -1 })
  .index({ creatorId: 1, firstSeenAt: -1, id: -1 })
  .index({ plannedEnd: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredVideo = Stored<typeof videos>

export const insertVideo = (tx: Tx, video: Omit<StoredVideo, 'version'>) => videos.insert(tx, video)
export const saveVideo = (tx: Tx, video: StoredVideo) => videos.save(tx, video)

export const videosByIds = (scope: Scope, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : videos.find(scope, { id: { $in: ids } }, { limit: ids.length })

export const videosOf = (scope: Scope, assignmentId: string) =>
  videos.find(scope, { assignmentId }, { sort: { firstSeenAt: -1, id: -1 }, limit: MAX_VIDEOS })

const QUERY_LIMIT = 1_000

export async function videosOfAll(scope: Scope, assignmentIds: readonly string[]): Promise<ReadonlyMap<string, StoredVideo[]>> {
  if (assignmentIds.length === 0) return new Map()
  const some = await videos.find(scope, { assignmentId: { $in: assignmentIds } }, { limit: QUERY_LIMIT })
  if (some.length < QUERY_LIMIT) return Map.groupBy(some, ({ assignmentId }) => assignmentId)
  const all = new Map<string, StoredVideo[]>()
  for (const id of assignmentIds) all.set(id, await videosOf(scope, id))
  return all
}

interface PageAsked {
  readonly limit: number
  readonly cursor?: string | undefined
}

export const pageOfAssignment = (scope: Scope, assignmentId: string, asked: PageAsked) =>
  videos.page(scope, { assignmentId }, { sort: { firstSeenAt: -1 }, ...asked })
export const pageOfSubject = (scope: Scope, subjectId: string, asked: PageAsked) =>
  videos.page(scope, { subjectId }, { sort: { firstSeenAt: -1 }, ...asked })
export const pageOfCreator = (scope: Scope, creatorId: string, asked: PageAsked) =>
  videos.page(scope, { creatorId }, { sort: { firstSeenAt: -1 }, ...asked })
