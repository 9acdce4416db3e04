/** The bytes of media, in GridFS. `store/media.ts` says whose they are; a file without its row there is unreachable, and the sweep removes it. */
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

// Ids are ours, as everywhere; GridFS takes any.
const asId = (id: string) => id as unknown as mongo.ObjectId

export const writeFile = (scope: Scope, id: string, path: string): Promise<void> =>
  pipeline(createReadStream(path), bucketOf(scope).openUploadStreamWithId(asId(id), id))

/** @param part from byte `start` to byte `end`, both included; all of it when left out */
export const readFile = (scope: Scope, id: string, part?: { readonly start: number; readonly end: number }): Readable =>
  bucketOf(scope).openDownloadStream(asId(id), part && { start: part.start, end: part.end + 1 })

/** Also what is there only in part. */
export async function removeFile(scope: Scope, id: string): Promise<void> {
  const db = scope.connection.getClient().db(scope.connection.name)
  await db.collection('media.chunks').deleteMany({ files_id: asId(id) })
  await db.collection('media.files').deleteOne({ _id: asId(id) })
}
