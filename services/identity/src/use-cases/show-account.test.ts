import { type Person, times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { userById, users } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const { app, user, changePassword } = await startIdentity()

const as = ({ id, role }: Pick<Person, 'id' | 'role'>): Person => ({ id, role, complete: true, sessionId: crypto.randomUUID() })

test.each(['creator', 'brand', 'admin'] as const)('shows a %s when the account was created and its password was set', async (role) => {
  const me = as(await user(role))
  const made = (await userById(app.context(), me.id))?.createdAt.toISOString()
  expect((await app.as(me).get('/account')).body).toEqual({ memberSince: made, passwordChangedAt: made })
  app.clock.advance({ days: 2 })
  await changePassword(me, PASSWORD, 'fjord lantern 41')
  const { body } = await app.as(me).get('/account')
  expect(body).toMatchObject({ memberSince: made })
  const passed = new Date(body.passwordChangedAt).getTime() - new Date(body.memberSince).getTime()
  expect(Math.round(passed / 86_400_000)).toBe(2)
})

test('reports no password for a user who only signs in with Google', async () => {
  const me = as(await user('creator'))
  const { passwordHash: _, ...known } = (await userById(app.context(), me.id)) ?? expect.unreachable()
  await app.context().transact((tx) => users.save(tx, known))
  expect((await app.as(me).get('/account')).body).toEqual({ memberSince: expect.any(String) })
})

describe('a creator’s name', () => {
  const rename = (me: Person, name: object) => app.as(me).put('/account/name', name)
  const nameOf = async (me: Person) => {
    const { firstName, lastName } = (await app.as(me).get('/account')).body
    return [firstName, lastName]
  }

  test('is trimmed when stored, and can be changed and removed', async () => {
    const me = as(await user('creator'))
    expect(await nameOf(me)).toEqual([undefined, undefined])
    expect((await rename(me, { firstName: ' Léa ', lastName: 'St.John-O’Neill' })).status).toBe(204)
    expect(await nameOf(me)).toEqual(['Léa', 'St.John-O’Neill'])
    expect((await rename(me, { lastName: 'x'.repeat(80) })).status).toBe(204)
    expect(await nameOf(me)).toEqual([undefined, 'x'.repeat(80)])
    const answers = await Promise.all(times(20, (n) => rename(me, { firstName: `Lea ${n}` })))
    expect(answers.map(({ status }) => status)).toEqual(times(20, () => 204))
    expect((await rename(me, {})).status).toBe(204)
    expect(await nameOf(me)).toEqual([undefined, undefined])
  })

  test.each(['', ' ', 'x'.repeat(81), 'Le\u0000a', 'Le\u202ea', 'https://a.example', 'www.Lea', 'lea.example', 'a@b.example', 7])(
    'rejects %j',
    async (firstName) => {
      const me = as(await user('creator'))
      expect(await rename(me, { firstName })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
      expect(await nameOf(me)).toEqual([undefined, undefined])
    },
  )

  test('can be set by creators only', async () => {
    for (const role of ['brand', 'admin'] as const)
      expect((await rename(as(await user(role)), { firstName: 'Lea' })).body.code).toBe('not_allowed')
  })
})

test('saves the chosen language with the account', async () => {
  const me = as(await user('creator'))
  const choose = (locale: string) => app.as(me).put('/account/language', { locale })
  expect((await choose('fr')).status).toBe(204)
  expect(await userById(app.context(), me.id)).toMatchObject({ locale: 'fr' })
  const answers = await Promise.all(times(20, () => choose('en')))
  expect(answers.map(({ status }) => status)).toEqual(times(20, () => 204))
  expect(await userById(app.context(), me.id)).toMatchObject({ locale: 'en' })
  expect((await choose('de')).status).toBe(400)
  await choose('fr')
  expect((await app.as(me).get('/me')).body).toMatchObject({ locale: 'fr' })
})

test('rejects a session whose user no longer exists', async () => {
  const nobody = as({ id: crypto.randomUUID(), role: 'creator' })
  expect((await app.as(nobody).get('/account')).body.code).toBe('not_signed_in')
  expect((await app.as(nobody).put('/account/language', { locale: 'fr' })).body.code).toBe('not_signed_in')
})
