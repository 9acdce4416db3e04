import { expect, test } from 'vitest'
import { startIdentity } from '../users.fixture.ts'

const { app, user } = await startIdentity()

test('returns the signed-in user in the session', async () => {
  const { id, email } = await user('brand')
  const answer = await app.as({ id, role: 'brand', complete: true, sessionId: crypto.randomUUID() }).get('/session')
  expect(answer).toMatchObject({ status: 200, body: { me: { id, email, role: 'brand', complete: false } } })
})

test('returns an empty session to a visitor instead of an error', async () => {
  expect(await app.as('visitor').get('/session')).toMatchObject({ status: 200, body: {} })
})

test('returns an empty session for a user who no longer exists', async () => {
  const gone = { id: crypto.randomUUID(), role: 'creator', complete: true, sessionId: crypto.randomUUID() } as const
  expect((await app.as(gone).get('/session')).body).toEqual({})
})
