import { UserDeleted } from '@reelfair/contracts'
import { countBy, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { deletion } from '../store/erase-user.ts'
import { workflowEnv } from '../testing/start-verification.ts'

const app = await startService(verification, { env: workflowEnv, workers: false })
const aBrand = () => {
  const brand = person('brand')
  const client = app.as(brand)
  const save = (name: string, search: object = {}) => client.post('/saved-searches', { name, search })
  const names = async () => (await client.get('/saved-searches')).body.items.map((one: { name: string }) => one.name)
  return { brand, client, save, names }
}

test('saves, lists, renames and deletes a brand’s searches, newest first', async () => {
  const { client, save, names } = aBrand()
  expect((await client.get('/saved-searches')).body).toEqual({ items: [] })
  const { status, body } = await save('Coffee, German', { language: 'de', minFollowers: 10_000, sort: 'rpmCents', order: 'asc' })
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'Coffee, German',
      search: { language: 'de', minFollowers: 10_000, sort: 'rpmCents', order: 'asc' },
      createdAt: expect.any(String),
    },
  ])
  await save('Cyclists')
  expect(await names()).toEqual(['Cyclists', 'Coffee, German'])
  expect((await client.patch(`/saved-searches/${body.id}`, { name: 'Coffee' })).body).toEqual({ ...body, name: 'Coffee' })
  expect(await names()).toEqual(['Cyclists', 'Coffee'])
  expect((await client.del(`/saved-searches/${body.id}`)).status).toBe(204)
  expect(await names()).toEqual(['Cyclists'])
  expect((await client.del(`/saved-searches/${body.id}`)).status).toBe(404)
})

test('refuses a name that the brand already uses, ignoring case', async () => {
  const { client, save } = aBrand()
  const { id } = (await save('Été')).body
  expect((await save('ÉTÉ'.normalize('NFD'))).body.code).toBe('saved_search_name_taken')
  const other = (await save('Winter')).body
  expect((await client.patch(`/saved-searches/${other.id}`, { name: 'été' })).body.code).toBe('saved_search_name_taken')
  expect((await client.patch(`/saved-searches/${id}`, { name: 'ÉTÉ' })).status).toBe(200)
  expect((await aBrand().save('Été')).status).toBe(201)
})

test('keeps at most 20 searches, also when 30 are saved concurrently', async () => {
  const { client, save, names } = aBrand()
  const answers = await Promise.all(times(30, (number) => save(`Search ${number}`)))
  expect(countBy(answers, 'status')).toEqual({ 201: 20, 409: 10 })
  const saved = await names()
  expect([saved.length, new Set(saved).size]).toEqual([20, 20])
  expect((await save('One more')).body).toMatchObject({ code: 'saved_search_limit_reached', details: { limit: 20 } })
  const [first] = (await client.get('/saved-searches')).body.items
  await client.del(`/saved-searches/${first.id}`)
  expect((await save('One more')).status).toBe(201)
})

test('keeps a brand’s searches from other brands, and erases them with the account', async () => {
  const { brand, save, names } = aBrand()
  const { id } = (await save('Mine')).body
  const other = aBrand()
  expect(await other.names()).toEqual([])
  expect((await other.client.patch(`/saved-searches/${id}`, { name: 'Taken' })).status).toBe(404)
  expect((await other.client.del(`/saved-searches/${id}`)).status).toBe(404)
  expect(await names()).toEqual(['Mine'])
  await app.deliver(UserDeleted.of({ userId: brand.id, role: 'brand' }))
  while (await deletion.worker.run(app.context()));
  expect(await names()).toEqual([])
})
