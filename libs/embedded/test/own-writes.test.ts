/** Compares a transaction's view of its own writes with a list in memory, through every index and after each change. */
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts'
import { checkStore } from './check-store.ts'
import { random } from './random.ts'
import { scratchDir } from './scratch.ts'

interface Thing {
  _id: number
  code: string
  group: number
  tags: number[]
}

const dataDir = scratchDir()
let server: EmbeddedMongo
let client: MongoClient

beforeAll(async () => {
  server = await startEmbeddedMongo({ dataDir, quiet: true })
  client = await MongoClient.connect(server.uri)
})
afterAll(async () => {
  await client.close()
  await server.stop()
  expect(checkStore(dataDir)).toEqual([])
})

async function openThings(name: string, stored: readonly Thing[]) {
  const things = client.db('test').collection<Thing>(name)
  await things.createIndexes([{ key: { code: 1 }, unique: true }, { key: { group: 1, _id: -1 } }, { key: { tags: 1 } }])
  if (stored.length > 0) await things.insertMany([...stored])
  return things
}

test("reads a transaction's own writes through every index in both directions", async () => {
  const { int: one } = random(Number(process.env.SEED ?? 20_261_121))
  const make = (_id: number): Thing => ({ _id, code: `${one(1_000)}-${_id}`, group: one(5), tags: [one(4), one(4)] })
  const model = new Map(Array.from({ length: 40 }, (_, i) => [i, make(i)]))
  const things = await openThings('random', [...model.values()])

  await client.withSession(async (session) => {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
    const found = (filter: object, order: 1 | -1) =>
      things
        .find(filter, { session })
        .sort({ group: order, _id: -order as 1 | -1 })
        .toArray()
    const expected = (holds: (thing: Thing) => boolean, order: 1 | -1) =>
      [...model.values()].filter(holds).sort((a, b) => order * (a.group - b.group || b._id - a._id))
    for (let step = 0; step < 80; step += 1) {
      const _id = one(60)
      const known = model.get(_id)
      if (known && one(3) === 0) {
        await things.deleteOne({ code: known.code }, { session })
        model.delete(_id)
      } else {
        const next = make(_id)
        if (known) await things.replaceOne({ _id }, next, { session })
        else await things.insertOne(next, { session })
        model.set(_id, next)
      }
      const group = one(5)
      const tag = one(4)
      expect(await found({ group: { $gte: group } }, 1)).toEqual(expected((thing) => thing.group >= group, 1))
      expect(await found({ group }, -1)).toEqual(expected((thing) => thing.group === group, -1))
      expect(await found({ tags: tag }, 1)).toEqual(expected(({ tags }) => tags.includes(tag), 1))
      const code = model.get(_id)?.code ?? 'none'
      expect(await found({ code }, 1)).toEqual(expected((thing) => thing.code === code, 1))
    }
    await session.commitTransaction()
  })
  expect(await things.find().sort({ _id: 1 }).toArray()).toEqual([...model.values()].sort((a, b) => a._id - b._id))
})

test('returns documents as they were when the cursor opened, even in later batches', async () => {
  const stored = Array.from({ length: 1_000 }, (_, _id) => ({ _id, code: `c${_id}`, group: 0, tags: [] }))
  const things = await openThings('ahead', stored)
  await client.withSession(async (session) => {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
    await things.updateOne({ _id: 998 }, { $set: { group: 7 } }, { session })
    await things.deleteOne({ _id: 999 }, { session })
    for (const [before, order] of ([{ _id: 1 }, { code: -1 }] as const).entries()) {
      const cursor = things.find({}, { session }).sort(order).batchSize(50)
      const seen = new Map<number, number>()
      const first = await cursor.next()
      seen.set(first?._id ?? -1, first?.group ?? -1)
      await things.updateMany({ _id: { $lt: 800 } }, { $inc: { group: 1 } }, { session })
      await things.updateOne({ _id: 998 }, { $inc: { group: 1 } }, { session })
      for await (const { _id, group } of cursor) seen.set(_id, group)
      expect(seen.size).toBe(999)
      // The expected values are those at the time the cursor opened.
      expect([seen.get(998), seen.get(799), seen.get(900)]).toEqual([7 + before, before, 0])
    }
    await things.deleteMany({ _id: { $gte: 900 } }, { session })
    expect(await things.countDocuments({}, { session })).toBe(900)
    await session.abortTransaction()
  })
})

test("includes a transaction's writes in an index created before the transaction commits", async () => {
  const things = await openThings('late-index', [{ _id: 1, code: 'a', group: 1, tags: [] }])
  await client.withSession(async (session) => {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
    await things.replaceOne({ _id: 1 }, { code: 'b', group: 2, tags: [] }, { session })
    await things.insertOne({ _id: 2, code: 'c', group: 2, tags: [] }, { session })
    await things.createIndex({ group: 1, code: -1 }, { name: 'late' })
    // The transaction writes this document again after the index build.
    await things.replaceOne({ _id: 2 }, { code: 'd', group: 2, tags: [] }, { session })
    await session.commitTransaction()
  })
  const found = async (group: number) => (await things.find({ group }).hint('late').toArray()).map(({ code }) => code)
  expect([await found(1), await found(2)]).toEqual([[], ['d', 'b']])
})

test('keeps other indexes correct when one is dropped before a transaction commits', async () => {
  const things = await openThings('dropped-index', [
    { _id: 1, code: 'a', group: 1, tags: [1] },
    { _id: 2, code: 'b', group: 1, tags: [2] },
  ])
  await things.createIndex({ group: 1, code: -1 }, { name: 'dropped' })
  await client.withSession(async (session) => {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
    await things.replaceOne({ _id: 1 }, { code: 'c', group: 2, tags: [3] }, { session })
    await things.deleteOne({ _id: 2 }, { session })
    await things.insertOne({ _id: 3, code: 'd', group: 2, tags: [3] }, { session })
    await things.dropIndex('dropped')
    // The transaction writes this document again after the index is dropped.
    await things.replaceOne({ _id: 3 }, { code: 'e', group: 2, tags: [3] }, { session })
    await session.commitTransaction()
  })
  const found = async (filter: object) => (await things.find(filter).sort({ _id: 1 }).toArray()).map(({ code }) => code)
  expect(await found({ group: 2 })).toEqual(['c', 'e'])
  expect([await found({ group: 1 }), await found({ tags: 3 }), await found({ code: 'a' })]).toEqual([[], ['c', 'e'], []])
  await expect(things.find({ group: 2 }).hint('dropped').toArray()).rejects.toThrow()
  // A new index with the same name must find the documents.
  await things.createIndex({ group: 1, code: -1 }, { name: 'dropped' })
  expect((await things.find({ group: 2 }).hint('dropped').toArray()).map(({ code }) => code)).toEqual(['e', 'c'])
})

test("counts the index keys of removed documents toward a transaction's memory limit", async () => {
  const rows = client.db('test').collection<{ _id: number; text: string }>('heavy-keys')
  await rows.createIndexes(Array.from({ length: 12 }, (_, index) => ({ key: { text: 1, [`f${index}`]: 1 }, name: `i${index}` }) as const))
  for (let _id = 0; _id < 16; _id += 1) await rows.insertOne({ _id, text: 'x'.repeat(500_000) })
  await client.withSession(async (session) => {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
    // These 8 MB of documents produce twelve times as many bytes of index keys.
    await expect(rows.deleteMany({}, { session })).rejects.toMatchObject({ code: 257 })
  })
  expect(await rows.countDocuments()).toBe(16)
})
