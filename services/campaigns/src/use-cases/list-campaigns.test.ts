import { person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { campaigns as store } from '../store/campaigns.ts'

const app = await startService(campaigns)
const draft = (name: string) => ({ name, viewsGoal: 1_000, category: 'Gaming_Esports', network: 'tiktok', link: 'https://a.example' })

test('a brand that has none reads an empty page', async () => {
  expect(await app.as(person('brand')).get('/campaigns')).toMatchObject({ status: 200, body: { items: [] } })
})

test('a brand pages through its own campaigns, newest first, and never sees another’s', async () => {
  const [mine, other] = [app.as(person('brand')), app.as(person('brand'))]
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await mine.post('/campaigns', draft(name))
    await other.post('/campaigns', draft(`other ${name}`))
  }
  const first = (await mine.get('/campaigns', { limit: 3 })).body
  expect(first.items.map(({ name }: { name: string }) => name)).toEqual(['e', 'd', 'c'])
  await mine.post('/campaigns', draft('f'))
  const second = (await mine.get('/campaigns', { limit: 3, cursor: first.next })).body
  expect(second.items.map(({ name }: { name: string }) => name)).toEqual(['b', 'a'])
  expect(second).not.toHaveProperty('next')
})

test.each([{ limit: 0 }, { limit: 101 }, { limit: 'many' }, { cursor: 'forged' }, { brandId: 'x' }])('refuses %j', async (query) => {
  expect(await app.as('brand').get('/campaigns', query)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('the list is found by an index, in its order', async () => {
  await Promise.all(times(5, (index) => app.as('brand').post('/campaigns', draft(`x${index}`))))
  const plan = await store.explain(app.context(), { brandId: person('brand').id }, { createdAt: -1, id: -1 })
  expect(plan).toContain('IXSCAN')
  expect(plan).not.toContain('SORT')
})
