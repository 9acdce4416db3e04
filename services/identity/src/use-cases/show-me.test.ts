import { AccountVerified } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { startIdentity } from '../users.fixture.ts'

const { app, user } = await startIdentity()

test.each([
  ['creator', true],
  ['admin', true],
  ['brand', false],
] as const)('returns the signed-in %s', async (role, complete) => {
  const { id, email } = await user(role)
  const answer = await app.as({ id, role, complete: true, sessionId: crypto.randomUUID() }).get('/me')
  expect(answer).toMatchObject({ status: 200, body: { id, email, role, complete } })
  expect(Object.keys(answer.body).sort()).toEqual(['complete', 'email', 'id', 'role'])
})

test('rejects a visitor who requests the signed-in user', async () => {
  expect(await app.as('visitor').get('/me')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})

test('keeps a creator’s first verified username as their name', async () => {
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
  await app.deliver(verified('lea.films'))
  await app.deliver(verified('lea.cooks'))
  expect((await client.get('/me')).body).toMatchObject({ name: 'lea.films' })
})

test('shows a brand’s name after its registration', async () => {
  const { id } = await user('brand')
  const client = app.as({ id, role: 'brand', complete: false, sessionId: crypto.randomUUID() })
  expect((await client.get('/session')).body.me).not.toHaveProperty('name')
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
  await client.put('/brand', { brandName: 'Alpine', ...contact })
  expect((await client.get('/session')).body.me).toMatchObject({ name: 'Alpine' })
})
