/**
 * What a creator's public page and brands' search show beside the statistics. A showcase's id is its account's. Every
 * picture belongs to a showcase, which replaces it in one transaction.
 */
import { Id, SHOWN_VIDEOS, Views } from '@reelfair/contracts'
import {
  defineCollection,
  defineQueue,
  found,
  type Picture,
  PictureType,
  queueFields,
  type Scope,
  type Stored,
  type Tx,
} from '@reelfair/service-kit'
import { z } from 'zod'

const Video = z.object({ url: z.string(), title: z.string(), publishedAt: z.date(), views: Views.nullable(), pictureId: Id.optional() })

export const showcases = defineCollection('showcases', {
  creatorId: Id,
  bio: z.string().optional(),
  pictureId: Id.optional(),
  videos: z.array(Video).max(SHOWN_VIDEOS),
  readAt: z.date().optional(),
  /** Unset once the present statistics' showcase has been read. */
  dueAt: z.date().optional(),
  tries: z.int().min(0),
  ...queueFields,
})
  .index({ creatorId: 1, id: 1 })
  .index({ dueAt: 1, id: 1 })

export type StoredShowcase = Stored<typeof showcases>

export const pictures = defineCollection('pictures', {
  creatorId: Id,
  accountId: Id,
  type: PictureType,
  /** In base64. */
  picture: String,
}).index({ creatorId: 1, id: 1 })

/** The lease is longer than all calls of one reading. */
export const showcaseQueue = defineQueue(showcases, { name: 'showcases', dueAt: 'dueAt', leaseMs: 180_000 })

export const showcaseOf = (scope: Scope, accountId: string) => showcases.byId(scope, accountId)

export async function showcasesOf(scope: Scope, accountIds: readonly string[]): Promise<ReadonlyMap<string, StoredShowcase>> {
  return new Map((await showcases.byIds(scope, accountIds)).map((one) => [one.id, one]))
}

/** New statistics were read, so a worker reads the rest. A running reading then changes nothing. */
export async function requestShowcase(tx: Tx, { id, creatorId }: { id: string; creatorId: string }, at: Date): Promise<void> {
  const { queue: _, ...known } = await showcases.lock(tx, id, { creatorId, videos: [], tries: 0 })
  await showcases.save(tx, { ...known, dueAt: at, tries: 0 })
}

/** @throws Refusal `not_found` */
export const pictureById = async (scope: Scope, id: string) => found(await pictures.byId(scope, id))

export const insertPicture = (tx: Tx, id: string, { type, picture }: Picture, { id: accountId, creatorId }: StoredShowcase) =>
  pictures.insert(tx, { id, accountId, creatorId, type, picture: picture.toString('base64') })

/** A picture never changes, so its version is known without reading it. */
export async function removePictures(tx: Tx, { pictureId, videos }: StoredShowcase, kept: ReadonlySet<string | undefined>): Promise<void> {
  for (const id of [pictureId, ...videos.map((video) => video.pictureId)])
    if (id !== undefined && !kept.has(id)) await pictures.remove(tx, { id, version: 1 })
}
