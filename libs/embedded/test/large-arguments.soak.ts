import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from './scratch.ts'

/** More arguments than a JavaScript function call can take. */
const MANY = 130_000
const numbers = { $range: [0, MANY] }

let client: MongoClient
let close: () => Promise<void>

const db = () => client.db(`many_${process.pid}`)

beforeAll(async () => {
  const server = await startServer()
  close = server.close
  client = await MongoClient.connect(server.uri)
})
afterAll(async () => {
  await db().dropDatabase()
  await client.close()
  await close()
})

test('returns 130,000 documents in one batch', async () => {
  const documents = { $map: { input: numbers, in: { _id: '$$this' } } }
  const batch = await db()
    .aggregate([{ $documents: documents }], { batchSize: MANY })
    .toArray()
  expect(batch).toHaveLength(MANY)
})

test.for([
  ['$add', MANY],
  ['$concat', 'x'.repeat(MANY)],
  ['$max', 1],
  ['$setUnion', ['x']],
] as const)('evaluates %s with 130,000 arguments', async ([operator, result]) => {
  const argument = { $add: 1, $concat: 'x', $max: 1, $setUnion: ['x'] }[operator]
  const args = Array.from({ length: MANY }, () => argument)
  const [found] = await db()
    .aggregate([{ $documents: [{}] }, { $project: { result: { [operator]: args } } }])
    .toArray()
  expect(found?.result).toEqual(result)
})

test('zips 130,000 arrays', async () => {
  const inputs = Array.from({ length: MANY }, () => [1])
  const [found] = await db()
    .aggregate([{ $documents: [{}] }, { $project: { size: { $size: { $first: { $zip: { inputs } } } } } }])
    .toArray()
  expect(found?.size).toBe(MANY)
})

test('applies an update quickly despite a long list of IDs', async () => {
  const count = 8_000
  const many = db().collection<{ _id: number; n: number }>('listed')
  const ids = Array.from({ length: count }, (_, i) => i)
  await many.insertMany(ids.map((_id) => ({ _id, n: 0 })))
  const timed = async (filter: object) => {
    const start = performance.now()
    expect((await many.updateMany(filter, { $inc: { n: 1 } })).modifiedCount).toBe(count)
    return performance.now() - start
  }
  const all = await timed({})
  expect((await timed({ _id: { $in: ids } })) / all).toBeLessThan(5)
})
