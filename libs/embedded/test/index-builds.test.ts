import { type Collection, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts'
import { checkStore } from './check-store.ts'
import { scratchDir } from './scratch.ts'

interface Thing {
  _id: number
  n: number
  tags?: number[]
}

/** Enough documents for an index build to take many event-loop turns. */
const COUNT = 10_000

const dataDir = scratchDir()
let server: EmbeddedMongo
let client: MongoClient
let other: MongoClient
let things: Collection<Thing>
let count = 0

beforeAll(async () => {
  server = await startEmbeddedMongo({ dataDir, quiet: true })
  client = await MongoClient.connect(server.uri)
  other = await MongoClient.connect(server.uri)
})
beforeEach(async () => {
  things = client.db('test').collection(`things${count++}`)
  await things.insertMany(Array.from({ length: COUNT }, (_, _id) => ({ _id, n: _id })))
})
afterAll(async () => {
  await Promise.all([client.close(), other.close()])
  await server.stop()
  expect(checkStore(dataDir)).toEqual([])
})

const names = async () => (await things.indexes()).map((i) => i.name)
const elsewhere = () => other.db('test').collection<Thing>(things.collectionName)
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.codeName as string,
  )

test('indexes all writes and transactions during an index build', async () => {
  let built = false
  const building = things.createIndex({ n: -1, tags: 1 }).finally(() => {
    built = true
  })
  let written = 0
  let meanwhile = 0
  while (!built || written < 5) {
    const _id = (written++ * 7919) % COUNT
    await elsewhere().updateOne({ _id }, { $set: { n: -_id, tags: [written, written + 1] } })
    if (!built) meanwhile++
    await elsewhere().deleteOne({ _id: (_id + 1) % COUNT })
    await elsewhere().insertOne({ _id: COUNT + written, n: written })
    await other.withSession((session) =>
      session.withTransaction(() => elsewhere().updateMany({ _id: { $in: [_id, COUNT + written] } }, { $inc: { n: 1 } }, { session })),
    )
  }
  await building
  expect(meanwhile).toBeGreaterThan(0)
  const byIndex = await things
    .find({ n: { $gte: -COUNT } })
    .hint({ n: -1, tags: 1 })
    .toArray()
  const byScan = await things.find({}).hint({ $natural: 1 }).toArray()
  expect(byIndex.map((t) => t._id).sort()).toEqual(byScan.map((t) => t._id).sort())
})

test('fails either a unique index build or a duplicate insert during the build', async () => {
  const building = outcome(things.createIndex({ n: 1 }, { unique: true }))
  const writing = outcome(elsewhere().insertOne({ _id: -1, n: COUNT - 1 }))
  // The index build and the insert conflict, so the later one fails.
  expect([await building, await writing].sort()).toEqual(['DuplicateKey', 'done'])
  expect(await names()).toHaveLength((await building) === 'done' ? 2 : 1)
})

test('delays a second request for the same index until the build ends', async () => {
  const first = things.createIndex({ n: 1 })
  await elsewhere().createIndex({ n: 1 })
  expect(await names()).toEqual(['_id_', 'n_1'])
  await first
})

test('drops an index during its build without affecting other clients', async () => {
  const building = outcome(things.createIndex({ n: 1 }))
  const [dropping, ...writing] = await Promise.all([
    outcome(elsewhere().dropIndexes()),
    ...Array.from({ length: 20 }, (_, i) => outcome(elsewhere().insertOne({ _id: COUNT + i, n: i }))),
  ])
  expect(dropping).toBe('done')
  expect(new Set(writing)).toEqual(new Set(['done']))
  expect(['done', 'IndexBuildAborted']).toContain(await building)
  expect(await things.countDocuments()).toBe(COUNT + 20)
})

test('drops a collection during an index build', async () => {
  const building = outcome(things.createIndex({ n: 1 }))
  await elsewhere().drop()
  expect(['done', 'IndexBuildAborted']).toContain(await building)
  expect(await things.countDocuments()).toBe(0)
})
