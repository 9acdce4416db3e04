/** Conflicts between two clients that the semantics tables do not cover and random stress tests rarely produce. */
import { type ClientSession, type Collection, MongoClient, MongoServerError } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { startServer } from './scratch.ts'

interface Thing {
  _id: number
  name?: string
  n?: number
}

let uri: string
let close: () => Promise<void>
let client: MongoClient
let things: Collection<Thing>
let session: ClientSession
let count = 0

beforeAll(async () => {
  ;({ uri, close } = await startServer())
  client = await MongoClient.connect(uri)
})
afterAll(async () => {
  await client.close()
  await close()
})

beforeEach(async () => {
  things = client.db('conflicts').collection(`things_${process.pid}_${count++}`)
  await things.createIndex({ name: 1 }, { unique: true, sparse: true })
  await things.insertOne({ _id: 1, name: 'one', n: 0 })
  session = client.startSession()
  session.startTransaction()
  await things.findOne({}, { session })
})
afterEach(() => session.endSession())

const conflict = { code: 112, errorLabels: ['TransientTransactionError'] }
const failure = (error: unknown) => {
  if (!(error instanceof MongoServerError)) throw error
  return { code: error.code, errorLabels: [...error.errorLabels] }
}

describe('a transaction', () => {
  test('fails a transaction if another write has taken its unique key since the snapshot', async () => {
    await things.insertOne({ _id: 2, name: 'two' })
    expect(await things.insertOne({ _id: 3, name: 'two' }, { session }).catch(failure)).toEqual(conflict)
  })

  test('fails a transaction if another write has taken its _id since the snapshot', async () => {
    await things.insertOne({ _id: 2 })
    expect(await things.insertOne({ _id: 2 }, { session }).catch(failure)).toEqual(conflict)
  })

  test('fails a transaction whose document was deleted and re-created since the snapshot', async () => {
    await things.deleteOne({ _id: 1 })
    await things.insertOne({ _id: 1, name: 'one', n: 0 })
    expect(await things.deleteOne({ _id: 1 }, { session }).catch(failure)).toEqual(conflict)
  })

  // MongoDB may return SnapshotUnavailable instead.
  test.skipIf(process.env.MONGODB_URI)("finds no documents in a collection created after the transaction's snapshot", async () => {
    const late = client.db('conflicts').collection(`${things.collectionName}_late`)
    await late.insertOne({})
    expect(await late.find({}, { session }).toArray()).toEqual([])
  })

  // In MongoDB, the index build waits for the transaction to end.
  test.skipIf(process.env.MONGODB_URI)('fails to commit a transaction that violates a unique index created since it began', async () => {
    await things.insertMany([
      { _id: 2, n: 7 },
      { _id: 3, n: 8 },
    ])
    await things.insertOne({ _id: 4, n: 7 }, { session })
    await things.createIndex({ n: 1 }, { unique: true })
    expect(await session.commitTransaction().catch(failure)).toEqual(conflict)
    expect(await things.countDocuments({ n: 7 })).toBe(1)
  })
})

describe('writes outside transactions', () => {
  test('delays a plain write until the transaction that holds its unique key aborts', async () => {
    await things.insertOne({ _id: 2, name: 'two' }, { session })
    const plain = things.insertOne({ _id: 3, name: 'two' })
    expect(await things.countDocuments()).toBe(1)
    await session.abortTransaction()
    await plain
    expect((await things.findOne({ name: 'two' }))?._id).toBe(3)
  })

  test('applies a retried plain write only once after it has waited for a lock', async () => {
    await things.updateOne({ _id: 1 }, { $inc: { n: 10 } }, { session })
    const hasty = new MongoClient(uri, { socketTimeoutMS: 1000, monitorCommands: true })
    let sent = 0
    hasty.on('commandStarted', ({ commandName }) => {
      if (commandName === 'update') sent++
    })
    const plain = hasty
      .db('conflicts')
      .collection<Thing>(things.collectionName)
      .updateOne({ _id: 1 }, { $inc: { n: 1 } })
    await eventually('the driver has retried the update', () => sent === 2)
    await session.commitTransaction()
    expect((await plain).modifiedCount).toBe(1)
    expect(await things.findOne({ _id: 1 })).toMatchObject({ n: 11 })
    await hasty.close()
  })
})
