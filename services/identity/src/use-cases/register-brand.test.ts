import { errorTable } from '@reelfair/contracts'
import { person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { brands } from '../store/brands.ts'
import { startIdentity } from '../users.fixture.ts'

const { app, user, signIn, exchange } = await startIdentity()
const form = {
  brandName: 'Alpine',
  contactFirstName: 'Ida',
  contactLastName: 'Roth',
  contactEmail: 'ida@alpine.example',
  contactPhone: '+49 30 123456',
  termsAccepted: true,
}

async function aBrand() {
  const { id, email } = await user('brand')
  const { secret } = await signIn(email)
  return { id, email, secret, client: app.as({ id, role: 'brand', complete: false, sessionId: crypto.randomUUID() }) }
}
const registeredOf = async (id: string) => (await app.emitted('brand.registered')).filter(({ brandId }) => brandId === id)

test('shows a brand as incomplete, with its own e-mail address, before the form is saved', async () => {
  const { id, email, client } = await aBrand()
  expect(await client.get('/brand')).toMatchObject({ status: 200, body: { id, complete: false, contactEmail: email } })
})

test('saves the form, emits brand.registered and reports the brand as complete from the next token onwards', async () => {
  const { id, secret, client } = await aBrand()
  expect((await exchange(secret)).body.me.complete).toBe(false)
  const answer = await client.put('/brand', form)
  const { termsAccepted: _, ...saved } = form
  expect(answer).toMatchObject({ status: 200, body: { ...saved, id, complete: true, termsVersion: '1.1' } })
  expect((await exchange(secret)).body.me.complete).toBe(true)
  expect((await client.get('/me')).body.complete).toBe(true)
  expect((await client.get('/brand')).body).toEqual(answer.body)
  expect(await registeredOf(id)).toEqual([{ brandId: id, brandName: 'Alpine', registeredAt: expect.any(String), version: 1 }])
})

test('keeps the time, version and IP address of the first acceptance of the terms', async () => {
  const { id, client } = await aBrand()
  await client.put('/brand', form)
  const first = await brands.byId(app.context(), id)
  expect(first?.terms).toEqual([{ version: '1.1', acceptedAt: expect.any(Date), ip: expect.stringContaining('127.0.0.1') }])
  await client.put('/brand', { ...form, contactFirstName: 'Ada' })
  expect(await brands.byId(app.context(), id)).toEqual({ ...first, contactFirstName: 'Ada', version: 2 })
})

test('emits an event with a higher version only when the name changes', async () => {
  const { id, client } = await aBrand()
  await client.put('/brand', form)
  await client.put('/brand', { ...form, contactLastName: 'Rot' })
  await client.put('/brand', { ...form, brandName: 'Alpine & Co' })
  expect(await registeredOf(id)).toMatchObject([{ version: 1 }, { brandName: 'Alpine & Co', version: 3 }])
})

test('removes the phone number when the form is saved without one', async () => {
  const { client } = await aBrand()
  await client.put('/brand', form)
  const { contactPhone: _, ...rest } = form
  expect((await client.put('/brand', rest)).body).not.toHaveProperty('contactPhone')
})

test.each([
  ['brandName', ''],
  ['brandName', '  '],
  ['brandName', 'x'.repeat(121)],
  ['contactFirstName', undefined],
  ['contactEmail', 'ida'],
  ['contactPhone', '+1'],
  ['termsAccepted', false],
  ['termsAccepted', undefined],
  ['complete', true],
  ['role', 'admin'],
])('rejects a form whose %s is %j', async (field, value) => {
  const { id, client } = await aBrand()
  expect(await client.put('/brand', { ...form, [field]: value })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await brands.byId(app.context(), id)).toBeUndefined()
})

test.each(['À compléter', ' a completer ', 'À  COMPLÉTER', 'a\u0300 comple\u0301ter…', ' deleted-1234abcd'])(
  'rejects the placeholder %j as a brand name with an error at its field',
  async (brandName) => {
    const { id, client } = await aBrand()
    expect(await client.put('/brand', { ...form, brandName })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: [{ path: 'brandName', message: errorTable.brand_name_placeholder.en }] },
    })
    expect(await brands.byId(app.context(), id)).toBeUndefined()
  },
)

test('treats a brand with a stored placeholder name as incomplete until it is renamed', async () => {
  const { id, secret, client } = await aBrand()
  await client.put('/brand', form)
  await app
    .context()
    .connection.collection<{ _id: string }>('brands')
    .updateOne({ _id: id }, { $set: { brandName: 'À compléter' } })
  expect((await client.get('/brand')).body).toMatchObject({ complete: false, contactFirstName: 'Ida' })
  expect((await client.get('/me')).body.complete).toBe(false)
  expect((await exchange(secret)).body.me.complete).toBe(false)
  expect((await client.put('/brand', { ...form, brandName: 'Compléter & fils' })).body.complete).toBe(true)
  expect((await exchange(secret)).body.me.complete).toBe(true)
})

test.each(['+33 123', '+1 5551234', '+999 612345678'])('rejects the invalid phone number %s', async (contactPhone) => {
  const { id, client } = await aBrand()
  expect(await client.put('/brand', { ...form, contactPhone })).toMatchObject({ status: 400, body: { code: 'phone_invalid' } })
  expect(await brands.byId(app.context(), id)).toBeUndefined()
})

test('stores one registration and emits one event for concurrent saves', async () => {
  const { id, client } = await aBrand()
  const answers = await Promise.all(times(8, () => client.put('/brand', form)))
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await registeredOf(id)).toHaveLength(1)
})

test.each(['creator', 'admin', 'visitor'] as const)('denies the role %s access to the brand routes', async (who) => {
  const status = who === 'visitor' ? 401 : 403
  expect((await app.as(who).get('/brand')).status).toBe(status)
  expect((await app.as(who).put('/brand', form)).status).toBe(status)
})

test('rejects a token whose user no longer exists', async () => {
  expect((await app.as(person('brand')).get('/brand')).status).toBe(401)
  expect((await app.as(person('brand')).put('/brand', form)).status).toBe(401)
  expect((await app.as(person('creator')).get('/me')).status).toBe(401)
})
