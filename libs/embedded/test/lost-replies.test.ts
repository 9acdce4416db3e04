import { type ClientSession, type Db, type Document, Long, MongoClient, MongoNetworkError } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkStore } from './check-store.ts'
import { KillableMongo } from './kill.ts'
import { scratchDir } from './scratch.ts'

const dataDir = scratchDir()
let mongo: KillableMongo
let client: MongoClient
let db: Db
let count = 0

beforeAll(async () => {
  mongo = await KillableMongo.start(dataDir)
})
beforeEach(async () => {
  client = await MongoClient.connect(mongo.uri)
  db = client.db(`lost${count++}`)
  await db.collection('things').insertOne({ _id: 1 as never, n: 0 })
})
afterEach(() => client.close())
afterAll(async () => {
  await mongo.stop()
  expect(checkStore(dataDir)).toEqual([])
})

const thing = () => db.collection('things').findOne({ _id: 1 as never })

describe('when the reply is lost', () => {
  test('applies an $inc only once when the driver retries it', async () => {
    await mongo.loseReplies(['update'], 1)
    const { modifiedCount } = await db.collection('things').updateOne({}, { $inc: { n: 1 } })
    expect(modifiedCount).toBe(1)
    expect(await thing()).toMatchObject({ n: 1 })
  })

  test('applies an $inc only once when both replies are lost and the driver throws', async () => {
    await mongo.loseReplies(['update'], 2)
    await expect(db.collection('things').updateOne({}, { $inc: { n: 1 } })).rejects.toThrow(MongoNetworkError)
    expect(await thing()).toMatchObject({ n: 1 })
  })

  test('returns the same document when a findAndModify is retried', async () => {
    await mongo.loseReplies(['findAndModify'], 1)
    expect(await db.collection('things').findOneAndUpdate({}, { $inc: { n: 1 } }, { returnDocument: 'before' })).toMatchObject({ n: 0 })
    expect(await thing()).toMatchObject({ n: 1 })
  })

  test('reports no duplicate keys when a batch of inserts is retried', async () => {
    await mongo.loseReplies(['insert'], 1)
    const { insertedCount } = await db
      .collection('rows')
      .insertMany(Array.from({ length: 3000 }, (_, i) => ({ _id: i as never, text: 'x'.repeat(300) })))
    expect(insertedCount).toBe(3000)
    expect(await db.collection('rows').countDocuments()).toBe(3000)
  })

  test('confirms a retried commit and applies the transaction only once', async () => {
    const session = client.startSession()
    await mongo.loseReplies(['commitTransaction'], 1)
    await session.withTransaction(() => db.collection('things').updateOne({}, { $inc: { n: 1 } }, { session }))
    expect(await thing()).toMatchObject({ n: 1 })
    await session.endSession()
  })

  test('runs a command on retry if the connection was lost before the command ran', async () => {
    await mongo.failCommands({ failCommands: ['update'], closeConnection: true }, 1)
    await db.collection('things').updateOne({}, { $inc: { n: 1 } })
    expect(await thing()).toMatchObject({ n: 1 })
  })
})

describe('after the server is killed and restarted', () => {
  /** Uses an explicit transaction number, so that the test can send exactly the same command again. */
  const numbered = (session: ClientSession, command: Document) => db.command({ ...command, txnNumber: Long.fromNumber(1000) }, { session })

  test.each<[string, Document, Document]>([
    ['an update', { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] }, { n: 1, nModified: 1 }],
    [
      'an upsert',
      { update: 'things', updates: [{ q: { _id: 2 }, u: { $inc: { n: 1 } }, upsert: true }] },
      { n: 1, upserted: [{ index: 0, _id: 2 }] },
    ],
    ['an insert', { insert: 'things', documents: [{ _id: 3 }, { _id: 4 }] }, { n: 2 }],
    ['a delete', { delete: 'things', deletes: [{ q: { _id: 1 }, limit: 1 }] }, { n: 1 }],
    ['findAndModify', { findAndModify: 'things', query: { _id: 1 }, update: { $inc: { n: 1 } } }, { value: { _id: 1, n: 0 } }],
  ])('repeats the reply to %s without applying the command again', async (_, command, expected) => {
    const session = client.startSession()
    expect(await numbered(session, command)).toMatchObject(expected)
    const after = await db.collection('things').find().toArray()
    await mongo.kill()
    expect(await numbered(session, command)).toMatchObject(expected)
    expect(await db.collection('things').find().toArray()).toEqual(after)
    await session.endSession()
  })

  test('confirms a commit repeated after a restart and applies the transaction only once', async () => {
    const session = client.startSession()
    session.startTransaction()
    await db.collection('things').updateOne({}, { $inc: { n: 1 } }, { session })
    await session.commitTransaction()
    await mongo.kill()
    await session.commitTransaction()
    expect(await thing()).toMatchObject({ n: 1 })
    await session.endSession()
  })

  test('rolls back an open transaction, which withTransaction then retries', async () => {
    const session = client.startSession()
    let bodies = 0
    await session.withTransaction(async () => {
      bodies++
      await db.collection('things').updateOne({}, { $inc: { n: 1 } }, { session })
      if (bodies === 1) await mongo.kill()
    })
    expect(bodies).toBe(2)
    expect(await thing()).toMatchObject({ n: 1 })
    await session.endSession()
  })
})
