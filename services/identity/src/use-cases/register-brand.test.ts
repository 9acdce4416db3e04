import { errorTable } from '@reelfair/contracts'
import { person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startIdentity } from '../people.fixture.ts'
import { brands } from '../store/brands.ts'

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

test('before the form is saved a brand reads its own address and is not complete', async () => {
  const { id, email, client } = await aBrand()
  expect(await client.get('/brand')).toMatchObject({ status: 200, body: { id, complete: false, contactEmail: email } })
})

test('the saved form makes the brand complete from the next token on, and is told', async () => {
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

test('the acceptance of the terms is kept with time, version and address, and stays the first one', async () => {
  const { id, client } = await aBrand()
  await client.put('/brand', form)
  const first = await brands.byId(app.context(), id)
  expect(first).toMatchObject({ termsVersion: '1.1', termsAcceptedAt: expect.any(Date), termsIp: expect.stringContaining('127.0.0.1') })
  await client.put('/brand', { ...form, contactFirstName: 'Ada' })
  expect(await brands.byId(app.context(), id)).toEqual({ ...first, contactFirstName: 'Ada', version: 2 })
})

test('a new name is told under a higher version, anything else is not', async () => {
  const { id, client } = await aBrand()
  await client.put('/brand', form)
  await client.put('/brand', { ...form, contactLastName: 'Rot' })
  await client.put('/brand', { ...form, brandName: 'Alpine & Co' })
  expect(await registeredOf(id)).toMatchObject([{ version: 1 }, { brandName: 'Alpine & Co', version: 3 }])
})

test('a phone may be left out, and is gone when the form is saved without it', async () => {
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
])('refuses a form whose %s is %j', async (field, value) => {
  const { id, client } = await aBrand()
  expect(await client.put('/brand', { ...form, [field]: value })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await brands.byId(app.context(), id)).toBeUndefined()
})

test.each(['À compléter', ' a completer ', 'À  COMPLÉTER', 'a\u0300 comple\u0301ter…'])(
  'refuses the placeholder %j as a name, and says why at its field',
  async (brandName) => {
    const { id, client } = await aBrand()
    expect(await client.put('/brand', { ...form, brandName })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: [{ path: 'brandName', message: errorTable.brand_name_placeholder.en }] },
    })
    expect(await brands.byId(app.context(), id)).toBeUndefined()
  },
)

test('a brand that was saved under the placeholder is not complete, anywhere, until it has a name', async () => {
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

test.each(['+33 123', '+1 5551234', '+999 612345678'])('refuses the phone number %s, which nobody can have', async (contactPhone) => {
  const { id, client } = await aBrand()
  expect(await client.put('/brand', { ...form, contactPhone })).toMatchObject({ status: 400, body: { code: 'phone_invalid' } })
  expect(await brands.byId(app.context(), id)).toBeUndefined()
})

test('many saves at once leave one registration, told once', async () => {
  const { id, client } = await aBrand()
  const answers = await Promise.all(times(8, () => client.put('/brand', form)))
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await registeredOf(id)).toHaveLength(1)
})

test.each(['creator', 'admin', 'visitor'] as const)('a %s has no brand', async (who) => {
  const status = who === 'visitor' ? 401 : 403
  expect((await app.as(who).get('/brand')).status).toBe(status)
  expect((await app.as(who).put('/brand', form)).status).toBe(status)
})

test('a token of a user who is gone is worth nothing', async () => {
  expect((await app.as(person('brand')).get('/brand')).status).toBe(401)
  expect((await app.as(person('brand')).put('/brand', form)).status).toBe(401)
  expect((await app.as(person('creator')).get('/me')).status).toBe(401)
})
