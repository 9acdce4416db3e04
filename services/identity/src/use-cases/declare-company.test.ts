import { errorTable } from '@reelfair/contracts'
import { countBy, times } from '@reelfair/testkit'
import { png } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { brandDeclarations } from '../store/brand-declarations.ts'
import { brands } from '../store/brands.ts'
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
const rowsOf = (brandId: string) =>
  brandDeclarations.native(app.context().connection).find({ brandId, kind: 'company' }).sort({ declaredAt: 1 }).toArray()

test('stores a declaration with normalised numbers, shows the newest, and keeps the previous one in the history', async () => {
  const { client } = await aBrand()
  expect((await client.get('/brand/company')).body).toEqual({})
  const first = { ...company, registrationNumber: '732829320', vatNumber: 'FR83404833048' }
  expect(await client.put('/brand/company', company)).toMatchObject({ status: 200, body: { current: first } })
  app.clock.advance({ hours: 1 })
  const second = { ...first, city: 'Lyon', postalCode: '69001' }
  expect((await client.put('/brand/company', second)).body).toEqual({ current: second })
  expect((await client.get('/brand/company')).body).toEqual({ current: second })
  expect((await client.get('/brand/declarations')).body.items).toMatchObject([{ company: second }, { company: first }, { contact }])
})

test('never changes an earlier declaration, and adds none for the same details', async () => {
  const { id, client } = await aBrand()
  await client.put('/brand/company', company)
  const [before] = await rowsOf(id)
  app.clock.advance({ minutes: 1 })
  await client.put('/brand/company', { ...company, registrationNumber: '732829320' })
  await client.put('/brand/company', { ...company, legalForm: 'SARL' })
  expect(await rowsOf(id)).toMatchObject([before, { company: { legalForm: 'SARL' } }])
})

test('creates one declaration from ten concurrent requests with the same details', async () => {
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
  expect((await client.get('/brand/company')).body).toEqual({})
})

test('accepts a foreign register’s number as is, and details without any numbers', async () => {
  const { client } = await aBrand()
  const german = { ...company, country: 'DE', postalCode: '10115', registrationNumber: 'HRB 12345 B', vatNumber: 'DE136695976' }
  expect((await client.put('/brand/company', german)).body.current).toMatchObject({ registrationNumber: 'HRB 12345 B' })
  app.clock.advance({ minutes: 1 })
  const { registrationNumber: _, vatNumber: __, ...bare } = company
  expect((await client.put('/brand/company', bare)).body).toEqual({ current: bare })
})

test('remembers that the brand skipped the question and when it first did so, whatever else it changes', async () => {
  const { id, client } = await aBrand()
  const first = await client.put('/brand/company/skipped')
  expect(first).toMatchObject({ status: 200, body: { skippedAt: expect.any(String) } })
  const { skippedAt } = first.body
  app.clock.advance({ minutes: 1 })
  expect((await client.put('/brand/company/skipped')).body).toEqual({ skippedAt })
  await client.put('/brand/contact', { ...contact, brandName: 'Alpine Oats' })
  await client.put('/brand', { ...contact, termsAccepted: true })
  await client.post('/brand/logo', png(), { headers: { 'content-type': 'image/png' } })
  expect((await client.put('/brand/company', company)).body).toMatchObject({ current: {}, skippedAt })
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

test('shows a brand only its own history, page by page', async () => {
  const [one, other] = [await aBrand(), await aBrand()]
  for (const city of times(12, (index) => `Paris ${index}`)) {
    app.clock.advance({ minutes: 1 })
    await one.client.put('/brand/company', { ...company, city })
  }
  const first = (await one.client.get('/brand/declarations?limit=10')).body
  const cities = times(10, (index) => `Paris ${11 - index}`)
  expect(first.items.map((item: { company: { city: string } }) => item.company.city)).toEqual(cities)
  const { items, next } = (await one.client.get(`/brand/declarations?limit=10&cursor=${first.next}`)).body
  expect([items.length, next]).toEqual([3, undefined])
  expect(items[2]).toEqual({ id: expect.any(String), declaredAt: expect.any(String), by: 'brand', contact })
  expect((await other.client.get('/brand/declarations')).body.items).toMatchObject([{ contact }])
  expect((await other.client.get('/brand/company')).body).toEqual({})
})

test('adds the name, the contact and the logo to the history, but nothing for an unchanged contact', async () => {
  const { client } = await aBrand()
  const change = async (work: () => Promise<{ status: number }>) => {
    app.clock.advance({ minutes: 1 })
    expect((await work()).status).toBeLessThan(300)
  }
  const renamed = { ...contact, brandName: 'Alpine Oats' }
  const phoned = { ...renamed, contactPhone: '+33 612345678' }
  await change(() => client.put('/brand/contact', renamed))
  await change(() => client.put('/brand', { ...phoned, termsAccepted: true }))
  await change(() => client.post('/brand/logo', png(), { headers: { 'content-type': 'image/png' } }))
  await change(() => client.del('/brand/logo'))
  await change(() => client.put('/brand/contact', phoned))
  await change(() => client.put('/brand', { ...phoned, termsAccepted: true }))
  await change(() => client.del('/brand/logo'))
  const history = (await client.get('/brand/declarations')).body.items
  expect(history.map(({ id: _, declaredAt: __, ...rest }: { id: string; declaredAt: string }) => rest)).toEqual([
    { by: 'brand', logo: 'removed' },
    { by: 'brand', logo: 'uploaded' },
    { by: 'brand', contact: phoned },
    { by: 'brand', contact: renamed },
    { by: 'brand', contact },
  ])
  const at = history.map(({ declaredAt }: { declaredAt: string }) => Date.parse(declaredAt))
  expect(at.slice(1).map((time: number, index: number) => at[index] - time >= 60_000)).toEqual(times(4, () => true))
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
  const { terms, registeredAt } = before ?? {}
  expect(terms).toHaveLength(1)
  const after = await brands.byId(app.context(), id)
  expect(after).toMatchObject({ brandName: 'Alpine Oats', terms, registeredAt })
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
