import { type Collection, type Document, Long, MongoClient, UUID } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { RawClient } from './raw-client.ts'
import { startServer } from './scratch.ts'

let client: MongoClient
let close: () => Promise<void>
let uri = ''
let count = 0
const collection = (): Collection<Document & { _id: number }> => client.db('contention').collection(`c_${process.pid}_${count++}`)
const times = <T>(n: number, run: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => run(i))

beforeAll(async () => {
  const server = await startServer({ ttlSeconds: 1 })
  close = server.close
  uri = server.uri
  client = await MongoClient.connect(uri)
})
afterAll(async () => {
  await client.close()
  await close()
})

test('claims each job once, even if the search takes many event-loop turns', async () => {
  const jobs = collection()
  await jobs.insertMany(times(4000, (_id) => ({ _id, free: _id >= 3900, priority: _id, padding: 'x'.repeat(300) })))
  const claim = () => jobs.findOneAndUpdate({ free: true }, { $set: { free: false }, $inc: { claims: 1 } }, { sort: { priority: -1 } })
  const claimed = await Promise.all(
    times(8, async () => {
      const mine: number[] = []
      for (let i = 0; i < 10; i++) mine.push((await claim())?._id ?? -1)
      return mine
    }),
  )
  expect(new Set(claimed.flat()).size).toBe(80)
  expect(await jobs.countDocuments({ claims: { $gt: 1 } })).toBe(0)
})

test('accepts other writes while large writes wait for a transaction', async () => {
  const [held, free] = [collection(), collection()]
  await held.insertOne({ _id: 1 })
  const session = client.startSession()
  session.startTransaction()
  await held.updateOne({ _id: 1 }, { $set: { n: 1 } }, { session })
  const done: string[] = []
  const waiting = times(2, async (i) => {
    await held.updateOne({ _id: 1 }, { $set: { padding: String(i).repeat(15e6) } })
    done.push('large')
  })
  await new Promise((resolve) => setTimeout(resolve, 300)) // time for the large writes to reach the server
  await free.insertOne({ _id: 1, padding: 'z'.repeat(5000) })
  await free.insertOne({ _id: 2, padding: 'z'.repeat(5000) }, { session })
  done.push('others')
  await session.commitTransaction()
  await Promise.all(waiting)
  expect(done).toEqual(['others', 'large', 'large'])
  await session.endSession()
})

test('stops waiting for a transaction when maxTimeMS expires', async () => {
  const things = collection()
  await things.insertOne({ _id: 1 })
  const session = client.startSession()
  session.startTransaction()
  await things.updateOne({ _id: 1 }, { $set: { n: 1 } }, { session })
  await expect(things.findOneAndUpdate({ _id: 1 }, { $set: { n: 2 } }, { maxTimeMS: 100 })).rejects.toMatchObject({ code: 50 })
  await session.abortTransaction()
  await session.endSession()
})

/** Locks document 1 in a new transaction. */
const holding = (things: Collection<Document & { _id: number }>, number: number) => ({
  update: things.collectionName,
  $db: 'contention',
  updates: [{ q: { _id: 1 }, u: { $set: { n: number } } }],
  lsid: { id: new UUID() },
  txnNumber: new Long(1),
  startTransaction: true,
  autocommit: false,
})

test("releases a disconnected client's document locks long before its transaction times out", async () => {
  const things = collection()
  await things.insertOne({ _id: 1 })
  const killed = await RawClient.open(uri)
  expect(await killed.run(holding(things, 1))).toMatchObject({ ok: 1, nModified: 1 })
  killed.close()
  expect(await things.findOneAndUpdate({ _id: 1 }, { $set: { n: 2 } }, { maxTimeMS: 15_000 })).toEqual({ _id: 1 })
})

test('lets a client that lost its connection continue its transaction on a new one', async () => {
  const things = collection()
  await things.insertOne({ _id: 1 })
  const [lost, other] = [await RawClient.open(uri), await RawClient.open(uri)]
  const first = holding(things, 1)
  expect(await lost.run(first)).toMatchObject({ ok: 1 })
  lost.close()
  const { startTransaction: _, ...next } = { ...first, updates: [{ q: { _id: 1 }, u: { $set: { more: true } } }] }
  expect(await other.run(next)).toMatchObject({ ok: 1, nModified: 1 })
  const waiting = things.findOneAndUpdate({ _id: 1 }, { $set: { n: 2 } }, { maxTimeMS: 15_000 })
  await new Promise((resolve) => setTimeout(resolve, 4_000)) // longer than the server keeps an abandoned transaction
  const { lsid, txnNumber } = first
  expect(await other.run({ commitTransaction: 1, $db: 'admin', lsid, txnNumber, autocommit: false })).toMatchObject({ ok: 1 })
  expect(await waiting).toEqual({ _id: 1, n: 1, more: true })
  other.close()
})

test('reports a duplicate in a hidden unique index as a duplicate key', async () => {
  const things = collection()
  await things.createIndex({ n: 1 }, { unique: true, hidden: true })
  await things.insertOne({ _id: 1, n: 1 })
  const session = client.startSession()
  session.startTransaction()
  await expect(things.insertOne({ _id: 2, n: 1 }, { session })).rejects.toMatchObject({ code: 11000 })
  await session.endSession()
})

test('aborts a transaction when one of its commands is invalid', async () => {
  const things = collection()
  await things.insertOne({ _id: 1 })
  const session = client.startSession()
  session.startTransaction()
  await things.insertOne({ _id: 2 }, { session })
  await expect(client.db('contention').command({ find: things.collectionName, shout: 1 }, { session })).rejects.toMatchObject({
    code: 40415,
  })
  await expect(things.insertOne({ _id: 3 }, { session })).rejects.toMatchObject({ code: 251, errorLabels: ['TransientTransactionError'] })
  await session.endSession()
  expect(await things.countDocuments()).toBe(1)
})

test('creates either all indexes of a createIndexes command or none', async () => {
  const things = collection()
  await things.insertMany([
    { _id: 1, n: 1, name: 'a' },
    { _id: 2, n: 1, name: 'b' },
  ])
  const both = things.createIndexes([{ key: { name: 1 } }, { key: { n: 1 }, unique: true }])
  await expect(both).rejects.toMatchObject({ code: 11000 })
  expect((await things.indexes()).map((i) => i.name)).toEqual(['_id_'])
})

test('rejects a hint for a partial index that does not cover the query', async () => {
  const things = collection()
  await things.createIndex({ n: 1 }, { partialFilterExpression: { n: { $gt: 5 } } })
  await things.insertMany([
    { _id: 1, n: 1 },
    { _id: 2, n: 9 },
  ])
  await expect(things.find({ n: { $gt: 0 } }, { hint: 'n_1' }).toArray()).rejects.toMatchObject({ code: 291 })
  expect(await things.countDocuments({ n: { $gt: 6 } }, { hint: 'n_1' })).toBe(1)
})

test('expires documents in hidden TTL indexes, and only indexed documents in partial TTL indexes', async () => {
  const things = collection()
  await things.createIndex({ at: 1 }, { expireAfterSeconds: 0, hidden: true })
  const others = collection()
  await others.createIndex({ at: 1 }, { expireAfterSeconds: 0, partialFilterExpression: { done: true } })
  await things.insertOne({ _id: 1, at: new Date(0) })
  await others.insertMany([
    { _id: 1, at: new Date(0), done: true },
    { _id: 2, at: new Date(0) },
  ])
  await eventually('both have expired', async () => (await things.countDocuments()) === 0 && (await others.countDocuments()) === 1)
  expect(await others.findOne()).toMatchObject({ _id: 2 })
})
