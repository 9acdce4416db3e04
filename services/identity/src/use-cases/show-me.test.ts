import { expect, test } from 'vitest'
import { startIdentity } from '../people.fixture.ts'

const { app, user } = await startIdentity()

test.each([
  ['creator', true],
  ['admin', true],
  ['brand', false],
] as const)('a %s reads who they are', async (role, complete) => {
  const { id, email } = await user(role)
  const answer = await app.as({ id, role, complete: true, sessionId: crypto.randomUUID() }).get('/me')
  expect(answer).toMatchObject({ status: 200, body: { id, email, role, complete } })
  expect(Object.keys(answer.body).sort()).toEqual(['complete', 'email', 'id', 'role'])
})

test('a visitor is nobody', async () => {
  expect(await app.as('visitor').get('/me')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})
