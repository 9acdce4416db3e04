import { randomUUID } from 'node:crypto'
import { countBy, person, startService, times } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { createConnection } from 'mongoose'
import { afterAll, expect, test } from 'vitest'
import { toy } from '../../test/toy.ts'

const app = await startService(toy)
const { uri } = await sharedMongo()
const connection = await createConnection(uri, { dbName: `${app.dbPrefix}_toy` }).asPromise()
afterAll(() => connection.close())
const rowsOf = (actorId: string) =>
  connection
    .collection('requests')
    .find({ _id: { $regex: `^${actorId}` } } as object)
    .toArray()

test('applies a repeated request once and returns the same response', async () => {
  const maker = app.as(person('creator'))
  const key = randomUUID()
  const first = await maker.post('/boxes', { name: 'a' }, { key })
  const again = await maker.post('/boxes', { name: ' a ' }, { key })
  expect(first).toMatchObject({ status: 201, body: { name: 'a' } })
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect((await maker.get('/boxes')).body.items).toHaveLength(1)
  expect((await app.emitted('box.made')).filter(({ boxId }) => boxId === first.body.id)).toHaveLength(1)
})

test('applies one of 20 concurrent repeats and returns the same response to all', async () => {
  const maker = app.as(person('brand'))
  const key = randomUUID()
  const answers = await Promise.all(times(20, () => maker.post('/boxes', { name: 'b' }, { key })))
  expect(countBy(answers, 'status')).toEqual({ 201: 20 })
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await maker.get('/boxes')).body.items).toHaveLength(1)
})

test('refuses a reused key with a different body', async () => {
  const maker = app.as(person('creator'))
  const key = randomUUID()
  await maker.post('/boxes', { name: 'a' }, { key })
  expect(await maker.post('/boxes', { name: 'b' }, { key })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
  expect((await maker.get('/boxes')).body.items).toHaveLength(1)
})

test('scopes a key to one person and one route', async () => {
  const [one, other] = [app.as(person('creator')), app.as(person('creator'))]
  const key = randomUUID()
  const made = await one.post('/boxes', { name: 'a' }, { key })
  expect((await other.post('/boxes', { name: 'a' }, { key })).body.id).not.toBe(made.body.id)
  expect(await one.post('/counted-boxes', { name: 'z' }, { key })).toMatchObject({ status: 201, body: { name: 'z!' } })
})

test('stores the actual response even if it differs from the transaction’s result', async () => {
  const maker = app.as(person('creator'))
  const key = randomUUID()
  const first = await maker.post('/counted-boxes', { name: 'a' }, { key })
  expect(first.body.name).toBe('a!')
  expect((await maker.post('/counted-boxes', { name: 'a' }, { key })).body).toEqual(first.body)
})

test('returns a response without a body to repeated requests', async () => {
  const maker = app.as(person('creator'))
  const { body: box } = await maker.post('/boxes', { name: 'a' })
  const del = (key: string) => maker.del(`/boxes/${box.id}`, undefined, { key })
  const key = randomUUID()
  expect(await del(key)).toMatchObject({ status: 204, body: undefined })
  expect(await del(key)).toMatchObject({ status: 204, body: undefined })
  expect((await del(randomUUID())).status).toBe(404)
})

test('stores nothing for a refusal, so that clients can retry with the same key', async () => {
  const somebody = person('creator')
  const maker = app.as(somebody)
  await maker.post('/boxes', { name: 'a' })
  const key = randomUUID()
  expect(await maker.post('/boxes', { name: 'a' }, { key })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect(await rowsOf(somebody.id)).toEqual([])
})

test('neither stores nor repeats the response of a confidential route', async () => {
  const somebody = person('creator')
  const [maker, key] = [app.as(somebody), randomUUID()]
  expect((await maker.post('/secret-boxes', { name: 'a' }, { key })).status).toBe(201)
  expect(await maker.post('/secret-boxes', { name: 'a' }, { key })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect(await rowsOf(somebody.id)).toEqual([])
})

test('stores only what the response contained', async () => {
  const somebody = person('creator')
  await app.as(somebody).post('/boxes', { name: 'a' }, { key: randomUUID() })
  const rows = await rowsOf(somebody.id)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('kept inside')
  const indexes = await connection.collection('requests').indexes()
  expect(indexes).toEqual(expect.arrayContaining([expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 172_800 })]))
})

test('refuses a key that is not a UUID', async () => {
  expect(await app.as('creator').post('/boxes', { name: 'c' }, { key: 'again' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: [{ path: 'idempotency-key', message: 'Invalid UUID' }] },
  })
})

test('accepts only one of several concurrent requests with the same key but different bodies', async () => {
  const maker = app.as(person('creator'))
  const key = randomUUID()
  const answers = await Promise.all(times(10, (at) => maker.post('/boxes', { name: `n${at}` }, { key })))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 9 })
  expect((await maker.get('/boxes')).body.items).toHaveLength(1)
})
