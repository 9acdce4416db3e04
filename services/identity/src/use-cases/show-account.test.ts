import { type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { userById } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const { app, user, changePassword } = await startIdentity()

const as = ({ id, role }: Pick<Person, 'id' | 'role'>): Person => ({ id, role, complete: true, sessionId: crypto.randomUUID() })

test.each(['creator', 'brand', 'admin'] as const)('shows a %s since when the account and its password exist', async (role) => {
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

test('saves the chosen language with the account', async () => {
  const me = as(await user('creator'))
  const choose = (locale: string) => app.as(me).put('/account/language', { locale })
  expect((await choose('fr')).status).toBe(204)
  expect(await userById(app.context(), me.id)).toMatchObject({ locale: 'fr' })
  const answers = await Promise.all(times(20, () => choose('en')))
  expect(answers.map(({ status }) => status)).toEqual(times(20, () => 204))
  expect(await userById(app.context(), me.id)).toMatchObject({ locale: 'en' })
  expect((await choose('de')).status).toBe(400)
})

test('rejects a session whose user no longer exists', async () => {
  const nobody = as({ id: crypto.randomUUID(), role: 'creator' })
  expect((await app.as(nobody).get('/account')).body.code).toBe('not_signed_in')
  expect((await app.as(nobody).put('/account/language', { locale: 'fr' })).body.code).toBe('not_signed_in')
})
