/** Media files in GridFS; `store/media.ts` stores their owner and state. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Scope } from '@reelfair/service-kit'
import mongoose, { type Connection, type mongo } from 'mongoose'

const buckets = new WeakMap<Connection, mongo.GridFSBucket>()

function bucketOf({ connection }: Scope): mongo.GridFSBucket {
  const known = buckets.get(connection)
  if (known) return known
  const bucket = new mongoose.mongo.GridFSBucket(connection.getClient().db(connection.name), {
    bucketName: 'media',
    writeConcern: { w: 'majority' },
  })
  buckets.set(connection, bucket)
  return bucket
}

// GridFS accepts ids of any type, but its TypeScript types allow only ObjectId.
const asId = (id: string) => id as unknown as mongo.ObjectId

export const writeFile = (scope: Scope, id: string, path: string): Promise<void> =>
  pipeline(createReadStream(path), bucketOf(scope).openUploadStreamWithId(asId(id), id))

/** @param part bytes `start` to `end`, inclusive; default: the entire file */
export const readFile = (scope: Scope, id: string, part?: { readonly start: number; readonly end: number }): Readable =>
  bucketOf(scope).openDownloadStream(asId(id), part && { start: part.start, end: part.end + 1 })

/** Removes incomplete files as well: an interrupted upload leaves chunks but no file document. */
export async function removeFile(scope: Scope, id: string): Promise<void> {
  const db = scope.connection.getClient().db(scope.connection.name)
  await db.collection('media.chunks').deleteMany({ files_id: asId(id) })
  await db.collection('media.files').deleteOne({ _id: asId(id) })
}
