import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import mongoose, { type Connection, type mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { startServer } from './scratch.ts'

const MIB = 1024 * 1024
const SIZE = 40 * MIB

let connection: Connection
let bucket: mongo.GridFSBucket
let close: () => Promise<void>

beforeAll(async () => {
  const server = await startServer()
  close = server.close
  connection = await mongoose.createConnection(server.uri, { dbName: `files_${process.pid}` }).asPromise()
  bucket = new mongoose.mongo.GridFSBucket(connection.getClient().db(`files_${process.pid}`))
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
  await close()
})

/** Each group of four bytes encodes its own offset, so all groups differ. */
function* content(from: number, to: number): Generator<Buffer> {
  for (let at = from - (from % 4); at < to; ) {
    const piece = Buffer.alloc(Math.min(MIB, Math.ceil((to - at) / 4) * 4))
    for (let i = 0; i < piece.length; i += 4) piece.writeUInt32BE(at + i, i)
    yield piece.subarray(Math.max(0, from - at), to - at)
    at += piece.length
  }
}

async function hashOf(bytes: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

const residentMib = async () => (await connection.db?.admin().serverStatus())?.mem.resident as number

test('stores, reads, renames and deletes a 40 MiB file with bounded server memory', { timeout: 120_000 }, async () => {
  const before = await residentMib()
  let peak = 0
  const watched = async (piece: Buffer) => {
    peak = Math.max(peak, await residentMib())
    return piece
  }
  const upload = bucket.openUploadStream('film.mp4', { metadata: { owner: 'me' } })
  await pipeline(Readable.from(content(0, SIZE)).map(watched), upload)
  const { id } = upload
  expect(await bucket.find({ filename: 'film.mp4' }).toArray()).toMatchObject([
    { _id: id, length: SIZE, chunkSize: 255 * 1024, metadata: { owner: 'me' } },
  ])

  expect(await hashOf(bucket.openDownloadStream(id))).toBe(await hashOf(content(0, SIZE)))
  for (const [start, end] of [
    [0, 1],
    [255 * 1024 - 1, 255 * 1024 + 1],
    [17 * MIB + 3, 19 * MIB + 5],
    [SIZE - 10, SIZE],
  ] as const) {
    expect(await hashOf(bucket.openDownloadStream(id, { start, end }))).toBe(await hashOf(content(start, end)))
  }
  await bucket.rename(id, 'renamed.mp4')
  expect(await hashOf(bucket.openDownloadStreamByName('renamed.mp4', { start: 5, end: 9 }))).toBe(await hashOf(content(5, 9)))

  peak = Math.max(peak, await residentMib())
  if (!process.env.MONGODB_URI) expect(peak - before).toBeLessThan(300)
  await bucket.delete(id)
  expect(await connection.db?.collection('fs.chunks').countDocuments()).toBe(0)
  await expect(bucket.openDownloadStream(id).toArray()).rejects.toThrow('FileNotFound')
})

test('stores concurrent uploads separately', { timeout: 60_000 }, async () => {
  const ids = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      const upload = bucket.openUploadStream(`part${n}`, { chunkSizeBytes: 100_000 })
      await pipeline(Readable.from(content(n * MIB, 2 * n * MIB)), upload)
      return upload.id
    }),
  )
  const hashes = await Promise.all(ids.map((id) => hashOf(bucket.openDownloadStream(id))))
  expect(hashes).toEqual(await Promise.all([1, 2, 3, 4].map((n) => hashOf(content(n * MIB, 2 * n * MIB)))))
})

test('deletes all data of an aborted upload', async () => {
  const upload = bucket.openUploadStream('unfinished', { chunkSizeBytes: 1000 })
  upload.write(Buffer.alloc(10_500))
  const chunks = () => connection.db?.collection('fs.chunks').countDocuments({ files_id: upload.id })
  await eventually('the first chunks are stored', async () => (await chunks()) === 10)
  await upload.abort()
  expect(await chunks()).toBe(0)
  expect(await bucket.find({ filename: 'unfinished' }).toArray()).toEqual([])
})
