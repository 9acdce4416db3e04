/** Answers that get lost on their way, and servers that are killed before they are asked again. */
import { type ClientSession, type Db, type Document, Long, MongoClient, MongoNetworkError } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkStore } from './check.ts'
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

describe('when the answer is lost', () => {
  test('an $inc that the driver retries counts once', async () => {
    await mongo.loseAnswers(['update'], 1)
    const { modifiedCount } = await db.collection('things').updateOne({}, { $inc: { n: 1 } })
    expect(modifiedCount).toBe(1)
    expect(await thing()).toMatchObject({ n: 1 })
  })

  test('twice, the outcome is an error, and the $inc still counts once', async () => {
    await mongo.loseAnswers(['update'], 2)
    await expect(db.collection('things').updateOne({}, { $inc: { n: 1 } })).rejects.toThrow(MongoNetworkError)
    expect(await thing()).toMatchObject({ n: 1 })
  })

  test('findAndModify gives the same document again', async () => {
    await mongo.loseAnswers(['findAndModify'], 1)
    expect(await db.collection('things').findOneAndUpdate({}, { $inc: { n: 1 } }, { returnDocument: 'before' })).toMatchObject({ n: 0 })
    expect(await thing()).toMatchObject({ n: 1 })
  })

  test('a batch of inserts is no duplicate of itself', async () => {
    await mongo.loseAnswers(['insert'], 1)
    const { insertedCount } = await db
      .collection('rows')
      .insertMany(Array.from({ length: 3000 }, (_, i) => ({ _id: i as never, text: 'x'.repeat(300) })))
    expect(insertedCount).toBe(3000)
    expect(await db.collection('rows').countDocuments()).toBe(3000)
  })

  test('a commit is confirmed by the retry, and applied once', async () => {
    const session = client.startSession()
    await mongo.loseAnswers(['commitTransaction'], 1)
    await session.withTransaction(() => db.collection('things').updateOne({}, { $inc: { n: 1 } }, { session }))
    expect(await thing()).toMatchObject({ n: 1 })
    await session.endSession()
  })

  test('before the command ran, it runs at the retry', async () => {
    await mongo.breakCommands({ failCommands: ['update'], closeConnection: true }, 1)
    await db.collection('things').updateOne({}, { $inc: { n: 1 } })
    expect(await thing()).toMatchObject({ n: 1 })
  })
})

describe('when the server was killed and started again', () => {
  /** A command with a number that its session has not used, so that it can be repeated exactly. */
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
  ])('%s that is repeated is answered as before and not done again', async (_, command, expected) => {
    const session = client.startSession()
    expect(await numbered(session, command)).toMatchObject(expected)
    const after = await db.collection('things').find().toArray()
    await mongo.kill()
    expect(await numbered(session, command)).toMatchObject(expected)
    expect(await db.collection('things').find().toArray()).toEqual(after)
    await session.endSession()
  })

  test('a commit that is repeated is confirmed and applied once', async () => {
    const session = client.startSession()
    session.startTransaction()
    await db.collection('things').updateOne({}, { $inc: { n: 1 } }, { session })
    await session.commitTransaction()
    await mongo.kill()
    await session.commitTransaction()
    expect(await thing()).toMatchObject({ n: 1 })
    await session.endSession()
  })

  test('an open transaction has left nothing, and withTransaction does it again', async () => {
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
