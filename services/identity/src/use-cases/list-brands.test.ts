import { expect, test } from 'vitest'
import { startIdentity } from '../users.fixture.ts'

const { app, user } = await startIdentity()

async function aBrand(brandName: string): Promise<string> {
  const { id } = await user('brand')
  const form = { brandName, contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
  await app.as({ id, role: 'brand', complete: false, sessionId: crypto.randomUUID() }).put('/brand', form)
  return id
}
const ids = [await aBrand('Zest'), await aBrand('Éclair & Co'), await aBrand('eclipse'), await aBrand('50% off')]
const list = async (query: object) => (await app.as('admin').get('/admin/brands', query)).body
const namesIn = ({ items }: { items: readonly { brandName: string }[] }) => items.map(({ brandName }) => brandName)

test('lists the registered brands by name, page by page', async () => {
  await user('brand')
  const first = await list({ limit: 3 })
  expect(namesIn(first)).toEqual(['50% off', 'Éclair & Co', 'eclipse'])
  expect(await list({ limit: 3, cursor: first.next })).toEqual({
    items: [{ id: ids[0], brandName: 'Zest', contactEmail: 'ida@alpine.example', registeredAt: expect.any(String) }],
  })
})

test.each([
  ['ÉCL', ['Éclair & Co', 'eclipse']],
  ['eclair', ['Éclair & Co']],
  [' zest ', ['Zest']],
  ['50%', ['50% off']],
  ['est', []],
  ['.*', []],
])('finds brands whose names begin with %s', async (name, names) => expect(namesIn(await list({ name }))).toEqual(names))

test('finds a renamed brand by its new name', async () => {
  const id = await aBrand('Former')
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example' }
  await app
    .as({ id, role: 'brand', complete: true, sessionId: crypto.randomUUID() })
    .put('/brand/contact', { brandName: 'Latter', ...contact })
  expect([namesIn(await list({ name: 'former' })), namesIn(await list({ name: 'latter' }))]).toEqual([[], ['Latter']])
})

test.each([{ name: '' }, { name: 'x'.repeat(121) }, { limit: 101 }, { brand: 'a' }])('refuses %o', async (query) => {
  expect(await app.as('admin').get('/admin/brands', query)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('shows an admin the brand that the query names, and nothing about a user who is not a brand', async () => {
  expect((await app.as('admin').get('/brand', { brandId: ids[0] })).body).toMatchObject({ id: ids[0], brandName: 'Zest' })
  for (const brandId of [crypto.randomUUID(), (await user('creator')).id])
    expect(await app.as('admin').get('/brand', { brandId })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
