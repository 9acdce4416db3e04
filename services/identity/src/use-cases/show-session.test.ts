import { expect, test } from 'vitest'
import { startIdentity } from '../people.fixture.ts'

const { app, user } = await startIdentity()

test('who is signed in reads who they are', async () => {
  const { id, email } = await user('brand')
  const answer = await app.as({ id, role: 'brand', complete: true, sessionId: crypto.randomUUID() }).get('/session')
  expect(answer).toMatchObject({ status: 200, body: { me: { id, email, role: 'brand', complete: false } } })
})

test('a visitor is told, without an error, that nobody is signed in', async () => {
  expect(await app.as('visitor').get('/session')).toMatchObject({ status: 200, body: {} })
})

test('a user who is no longer there is nobody', async () => {
  const gone = { id: crypto.randomUUID(), role: 'creator', complete: true, sessionId: crypto.randomUUID() } as const
  expect((await app.as(gone).get('/session')).body).toEqual({})
})
