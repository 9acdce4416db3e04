import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aCampaign } from '../testing/a-campaign.ts'

const app = await startService(campaigns)

test('returns a brand’s own campaign without internal fields', async () => {
  const { id, brand } = await aCampaign(app)
  const { status, body } = await app.as(brand).get(`/campaigns/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'funding', id, brandId: brand.id, viewsGoal: 10_000 })
  expect(body).not.toHaveProperty('version')
})

test('returns any campaign to an admin but none to a creator', async () => {
  const { id, brand } = await aCampaign(app)
  expect((await app.as('admin').get(`/campaigns/${id}`)).body).toMatchObject({ id, brandId: brand.id, logo: { kind: 'image' } })
  expect((await app.as('admin').get(`/campaigns/${crypto.randomUUID()}`)).status).toBe(404)
  expect((await app.as('creator').get(`/campaigns/${id}`)).status).toBe(403)
})

test('treats both another brand’s campaign and a missing one as not found', async () => {
  const { id, brand } = await aCampaign(app)
  expect(await app.as(person('brand')).get(`/campaigns/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await app.as(brand).get(`/campaigns/${crypto.randomUUID()}`)).status).toBe(404)
  expect((await app.as(brand).get('/campaigns/none')).status).toBe(400)
})
