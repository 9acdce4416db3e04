import { sharedMongo } from '@reelfair/testkit/shared'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnavailable } from './faults.ts'

let client: mongo.MongoClient
beforeAll(async () => {
  client = new mongo.MongoClient((await sharedMongo()).uri)
  await client.connect()
})
afterAll(() => client?.close())

test('treats a bulk write that fails without a connection as an outage', async () => {
  const narrow = await new mongo.MongoClient((await sharedMongo()).uri, { maxPoolSize: 1 }).connect()
  const collection = narrow.db('kit_faults').collection('busy')
  const write = () => collection.bulkWrite(Array.from({ length: 100 }, () => ({ insertOne: { document: { text: 'x'.repeat(500) } } })))
  const writes = Promise.allSettled(Array.from({ length: 50 }, write))
  await narrow.close()
  const errors = (await writes).flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
  expect(errors.map(({ name }) => name)).toContain('MongoBulkWriteError')
  expect(errors.filter((error) => !isUnavailable(error))).toEqual([])
  await client.db('kit_faults').dropDatabase()
})

test('does not treat a bulk write refused by the server as an outage', async () => {
  const insert = { insertOne: { document: { _id: new mongo.ObjectId() } } }
  const error = await client
    .db('kit_faults')
    .collection('twice')
    .bulkWrite([insert, insert])
    .catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ name: 'MongoBulkWriteError' })
  expect(isUnavailable(error)).toBe(false)
  await client.db('kit_faults').dropDatabase()
})

test('recognizes an outage that caused another error', () => {
  const away = new mongo.MongoNetworkError('gone')
  expect(isUnavailable(new Error('outer', { cause: away }))).toBe(true)
  expect(isUnavailable(new Error('outer', { cause: new Error('inner') }))).toBe(false)
})
