import { errorTable } from '@reelfair/contracts'
import { countBy, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { png } from '../pictures.fixture.ts'
import { brands } from '../store/brands.ts'
import { companyDeclarations } from '../store/company-declarations.ts'
import { startIdentity } from '../users.fixture.ts'

const { app, user } = await startIdentity()
const contact = { brandName: 'Alpine', contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example' }
const company = {
  legalName: 'Alpine SAS',
  legalForm: 'SAS',
  registrationNumber: '732 829 320',
  vatNumber: '83 404 833 048',
  addressLine1: '1 rue des Alpes',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
}

async function aBrand() {
  const { id } = await user('brand')
  await app.as({ id, role: 'brand', complete: false, sessionId: crypto.randomUUID() }).put('/brand', { ...contact, termsAccepted: true })
  return { id, client: app.as({ id, role: 'brand', complete: true, sessionId: crypto.randomUUID() }) }
}
const rowsOf = (brandId: string) => companyDeclarations.native(app.context().connection).find({ brandId }).sort({ declaredAt: 1 }).toArray()

test('stores a declaration with normalised numbers, and lists the former ones after it', async () => {
  const { client } = await aBrand()
  expect((await client.get('/brand/company')).body).toEqual({ declarations: [] })
  const first = { ...company, registrationNumber: '732829320', vatNumber: 'FR83404833048', declaredAt: expect.any(String) }
  expect(await client.put('/brand/company', company)).toMatchObject({ status: 200, body: { declarations: [first] } })
  app.clock.advance({ hours: 1 })
  await client.put('/brand/company', { ...company, city: 'Lyon', postalCode: '69001' })
  const { declarations } = (await client.get('/brand/company')).body
  expect(declarations).toMatchObject([{ city: 'Lyon' }, first])
  expect(Object.keys(declarations[0])).not.toContain('brandId')
})

test('never changes an earlier declaration, and adds none for the same details', async () => {
  const { id, client } = await aBrand()
  await client.put('/brand/company', company)
  const [before] = await rowsOf(id)
  app.clock.advance({ minutes: 1 })
  await client.put('/brand/company', { ...company, registrationNumber: '732829320' })
  await client.put('/brand/company', { ...company, legalForm: 'SARL' })
  expect(await rowsOf(id)).toMatchObject([before, { legalForm: 'SARL' }])
})

test('makes one declaration of ten concurrent requests with the same details', async () => {
  const { id, client } = await aBrand()
  const answers = await Promise.all(times(10, () => client.put('/brand/company', company)))
  expect(countBy(answers, 'status')).toEqual({ 200: 10 })
  expect(await rowsOf(id)).toHaveLength(1)
})

test.each([
  ['registration_number_invalid', { registrationNumber: '732829321' }],
  ['registration_number_invalid', { registrationNumber: 'RCS Paris' }],
  ['vat_number_invalid', { vatNumber: 'FR84404833048' }],
  ['vat_number_invalid', { country: 'DE', registrationNumber: undefined, vatNumber: 'DE136695977' }],
  ['vat_number_invalid', { country: 'US', postalCode: '94103', registrationNumber: undefined, vatNumber: '12-3456789' }],
  ['postal_code_invalid', { postalCode: '7501' }],
  ['postal_code_invalid', { country: 'NL' }],
  ['invalid_input', { country: 'BR' }],
  ['invalid_input', { legalForm: 'GmbH' }],
  ['invalid_input', { legalName: ' ' }],
  ['invalid_input', { brandId: 'someone-else' }],
] as const)('refuses with %s and stores nothing: %j', async (code, change) => {
  const { client } = await aBrand()
  const answer = await client.put('/brand/company', { ...company, ...change })
  expect(answer).toMatchObject({ status: errorTable[code].status, body: { code } })
  expect((await client.get('/brand/company')).body.declarations).toEqual([])
})

test('accepts a foreign register’s number as it is, and no numbers at all', async () => {
  const { client } = await aBrand()
  const german = { ...company, country: 'DE', postalCode: '10115', registrationNumber: 'HRB 12345 B', vatNumber: 'DE136695976' }
  expect((await client.put('/brand/company', german)).body.declarations[0]).toMatchObject({ registrationNumber: 'HRB 12345 B' })
  app.clock.advance({ minutes: 1 })
  const { registrationNumber: _, vatNumber: __, ...bare } = company
  const { declarations } = (await client.put('/brand/company', bare)).body
  expect([declarations.length, declarations[0].vatNumber]).toEqual([2, undefined])
})

test('keeps that the brand skipped the question, and when it first did, whatever else it changes', async () => {
  const { id, client } = await aBrand()
  const first = await client.put('/brand/company/skipped')
  expect(first).toMatchObject({ status: 200, body: { declarations: [], skippedAt: expect.any(String) } })
  const { skippedAt } = first.body
  app.clock.advance({ minutes: 1 })
  expect((await client.put('/brand/company/skipped')).body).toEqual({ declarations: [], skippedAt })
  await client.put('/brand/contact', { ...contact, brandName: 'Alpine Oats' })
  await client.put('/brand', { ...contact, termsAccepted: true })
  await client.post('/brand/logo', png(), { headers: { 'content-type': 'image/png' } })
  expect((await client.put('/brand/company', company)).body).toMatchObject({ declarations: [{}], skippedAt })
  const otherBrowser = app.as({ id, role: 'brand', complete: true, sessionId: crypto.randomUUID() })
  expect((await otherBrowser.get('/brand/company')).body.skippedAt).toBe(skippedAt)
  expect((await (await aBrand()).client.get('/brand/company')).body.skippedAt).toBeUndefined()
})

test('skips the question once when ten tabs do so concurrently', async () => {
  const { id, client } = await aBrand()
  const before = (await brands.byId(app.context(), id))?.version ?? 0
  const answers = await Promise.all(times(10, () => client.put('/brand/company/skipped')))
  expect(countBy(answers, 'status')).toEqual({ 200: 10 })
  expect(new Set(answers.map(({ body }) => body.skippedAt)).size).toBe(1)
  expect((await brands.byId(app.context(), id))?.version).toBe(before + 1)
})

test('shows a brand only its own company, and at most the last ten declarations', async () => {
  const [one, other] = [await aBrand(), await aBrand()]
  for (const city of times(12, (index) => `Paris ${index}`)) {
    app.clock.advance({ minutes: 1 })
    await app.as({ id: one.id, role: 'brand', complete: true, sessionId: crypto.randomUUID() }).put('/brand/company', { ...company, city })
  }
  const { declarations } = (await one.client.get('/brand/company')).body
  expect(declarations.map(({ city }: { city: string }) => city)).toEqual(times(10, (index) => `Paris ${11 - index}`))
  expect((await other.client.get('/brand/company')).body.declarations).toEqual([])
})

test('changes the contact without a new acceptance of the terms, and removes a phone number that is left out', async () => {
  const { id, client } = await aBrand()
  const before = await brands.byId(app.context(), id)
  expect(await client.put('/brand/contact', { ...contact, contactPhone: '+33 612345678' })).toMatchObject({
    status: 200,
    body: { contactPhone: '+33 612345678', complete: true },
  })
  app.clock.advance({ days: 1 })
  await client.put('/brand/contact', { ...contact, brandName: 'Alpine Oats' })
  const { termsVersion, termsAcceptedAt, termsIp, registeredAt } = before ?? {}
  const after = await brands.byId(app.context(), id)
  expect(after).toMatchObject({ brandName: 'Alpine Oats', termsVersion, termsAcceptedAt, termsIp, registeredAt })
  expect(after?.contactPhone).toBeUndefined()
  const events = (await app.emitted('brand.registered')).filter(({ brandId }) => brandId === id)
  expect(events.map(({ brandName }) => brandName)).toEqual(['Alpine', 'Alpine Oats'])
})

test.each([
  ['phone_invalid', { contactPhone: '+33 123' }],
  ['invalid_input', { brandName: 'À compléter' }],
  ['invalid_input', { termsAccepted: true }],
] as const)('refuses a contact with %s: %j', async (code, change) => {
  const { client } = await aBrand()
  expect(await client.put('/brand/contact', { ...contact, ...change })).toMatchObject({ status: 400, body: { code } })
})
