import { AccountVerified } from '@reelfair/contracts'
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

test('a creator goes by the first verified username, whatever is verified later', async () => {
  const { id } = await user('creator')
  const client = app.as({ id, role: 'creator', complete: true, sessionId: crypto.randomUUID() })
  expect((await client.get('/me')).body).not.toHaveProperty('name')
  const verified = (username: string) =>
    AccountVerified.of({
      accountId: crypto.randomUUID(),
      creatorId: id,
      network: 'instagram',
      username,
      externalId: username,
      followers: 1,
      averageViews: null,
      isPublic: true,
      version: 1,
    })
  await app.hear(verified('lea.films'))
  await app.hear(verified('lea.cooks'))
  expect((await client.get('/me')).body).toMatchObject({ name: 'lea.films' })
})

test('a brand goes by its name once it is registered', async () => {
  const { id } = await user('brand')
  const client = app.as({ id, role: 'brand', complete: false, sessionId: crypto.randomUUID() })
  expect((await client.get('/session')).body.me).not.toHaveProperty('name')
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
  await client.put('/brand', { brandName: 'Alpine', ...contact })
  expect((await client.get('/session')).body.me).toMatchObject({ name: 'Alpine' })
})
