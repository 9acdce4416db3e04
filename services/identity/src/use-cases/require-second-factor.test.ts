import { type Person, times } from '@reelfair/testkit'
import { afterEach, expect, test } from 'vitest'
import { sessionOf, startFactorIdentity } from '../second-factor.fixture.ts'

const { app, user, code, withFactor, addFactor, answerWith, challengeOf, signIn, signedIn, exchange, personOf, post } =
  await startFactorIdentity()
const { as: chief } = await withFactor('admin')

async function require(value: boolean) {
  const { version, inForce } = (await app.as(chief).get('/admin/settings')).body.require_admin_second_factor
  if (inForce.value === value) return
  const change = { value, reason: 'Test', expectedVersion: version }
  expect((await app.as(chief).post('/admin/settings/require_admin_second_factor', change)).status).toBe(201)
}
afterEach(() => require(false))

const refused = { status: 403, body: { code: 'second_factor_required' } }
const statusesOf = async (as: Person) =>
  Promise.all(['/admin/settings', '/admin/audit-log'].map(async (path) => (await app.as(as).get(path)).status))

test('an admin without a second factor can do nothing but set one up once the setting requires it', async () => {
  const { as: before, secret } = await signedIn('admin')
  expect(await statusesOf(before)).toEqual([200, 200])
  await require(true)
  const as = await personOf(secret)
  expect(as).toMatchObject({ role: 'admin', complete: false })
  expect((await exchange(secret)).body.me.complete).toBe(false)
  expect(await app.as(as).get('/admin/settings')).toMatchObject(refused)
  const change = { value: false, reason: 'Test', expectedVersion: 1 }
  expect(await app.as(as).post('/admin/settings/require_admin_second_factor', change)).toMatchObject(refused)
  for (const path of ['/account', '/me', '/notifications/unread']) expect((await app.as(as).get(path)).status).toBe(200)
  expect((await app.as(as).get('/second-factor')).body).toEqual({ hasPassword: true, isRequired: true })

  expect(await statusesOf((await addFactor(as)).as)).toEqual([200, 200])
})

test('a new sign-in by an admin without a second factor has no admin rights either', async () => {
  await require(true)
  const { email } = await user('admin')
  const { status, body, secret } = await signIn(email)
  expect([status, body.complete]).toEqual([201, false])
  expect(await app.as(await personOf(secret)).get('/admin/settings')).toMatchObject(refused)
})

test('an admin with a second factor keeps access, and loses it by turning the second factor off', async () => {
  await require(true)
  const { email, appSecret, recoveryCodes, as } = await withFactor('admin')
  const { secret } = await answerWith(code(appSecret), await challengeOf(email))
  expect(await statusesOf(await personOf(secret))).toEqual([200, 200])
  const off = await post('/second-factor/removals', { password: 'correct horse', code: recoveryCodes[0] }, { as })
  expect(off.status).toBe(204)
  expect(await app.as(await personOf(sessionOf(off))).get('/admin/settings')).toMatchObject(refused)
})

test.each(['creator', 'brand'] as const)('does not apply to a %s', async (role) => {
  await require(true)
  const { as } = await signedIn(role)
  expect((await app.as(as).get('/second-factor')).body.isRequired).toBe(false)
  expect(as.complete).toBe(role === 'creator')
})

test('reads the setting for each token', async () => {
  const { secret } = await signedIn('admin')
  const complete = async () => (await exchange(secret)).body.me.complete
  for (const value of [true, false, true]) {
    await require(value)
    expect(await Promise.all(times(3, complete))).toEqual(times(3, () => !value))
  }
})
