import { BYTES_PER_CHARACTER, SettingChanged } from '@reelfair/contracts'
import { person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aCampaign, aLogo } from '../testing/a-campaign.ts'

const app = await startService(campaigns)
const draftOf = async (brand: ReturnType<typeof person>) => (await app.as(brand).get('/drafts/current')).body.draft

test('returns no draft to a brand that has none', async () => {
  expect(await app.as(person('brand')).get('/drafts/current')).toMatchObject({ status: 200, body: {} })
})

test('returns the draft along with the networks that allow public campaigns', async () => {
  const open = await startService(campaigns)
  await open.deliver(
    SettingChanged.of({ key: 'public_campaign_networks', value: ['tiktok', 'youtube'], validFrom: new Date(0), version: 1 }),
  )
  const brand = person('brand')
  const read = await open.as(brand).get('/drafts/current')
  const saved = await open.as(brand).put('/drafts/current', { step: 1 })
  for (const { body } of [read, saved]) expect(body.publicNetworks).toEqual(['tiktok', 'youtube'])
})

test('saves one wizard draft per brand, even if it is incomplete', async () => {
  const [brand, other] = [person('brand'), person('brand')]
  expect((await app.as(brand).put('/drafts/current', { step: 1 })).status).toBe(200)
  const half = { step: 4, viewsGoal: 1_234, link: 'https:/', zones: ['EU'] }
  await app.as(brand).put('/drafts/current', half)
  expect(await draftOf(brand)).toMatchObject(half)
  expect(await draftOf(other)).toBeUndefined()
  await Promise.all(times(5, (step) => app.as(brand).put('/drafts/current', { step: step + 1 })))
  expect(Object.keys(await draftOf(brand)).sort()).toEqual(['savedAt', 'step'])
  expect((await app.as(brand).del('/drafts/current')).status).toBe(204)
  expect((await app.as(brand).del('/drafts/current')).status).toBe(204)
  expect(await draftOf(brand)).toBeUndefined()
})

test('rejects a save based on an outdated draft and leaves the stored draft unchanged', async () => {
  const brand = person('brand')
  const put = (body: object) => app.as(brand).put('/drafts/current', body)
  const first = (await put({ step: 1, name: 'a', basedOn: null })).body.draft
  expect(await put({ step: 1, name: 'b', basedOn: null })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const second = await put({ step: 2, name: 'c', basedOn: first.savedAt })
  expect(second).toMatchObject({ status: 200, body: { draft: { name: 'c' } } })
  expect(await put({ step: 1, name: 'b', basedOn: first.savedAt })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await draftOf(brand)).toMatchObject({ name: 'c', savedAt: second.body.draft.savedAt })
  expect(await draftOf(brand)).not.toHaveProperty('basedOn')
  const tried = await Promise.all(times(5, (at) => put({ step: 3, name: `${at}`, basedOn: second.body.draft.savedAt })))
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(1)
  await app.as(brand).del('/drafts/current')
  expect(await put({ step: 1, basedOn: second.body.draft.savedAt })).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('returns the draft with its logo and treats another brand’s logo as not found', async () => {
  const [brand, other] = [person('brand'), person('brand')]
  const mediaId = await aLogo(app, brand)
  await app.as(brand).put('/drafts/current', { step: 3, mediaId })
  expect(await draftOf(brand)).toMatchObject({ mediaId, media: { id: mediaId, type: 'image/png' } })
  expect(await app.as(other).put('/drafts/current', { step: 3, mediaId })).toMatchObject({ status: 404 })
})

test('removes the draft when its campaign is requested, but not when the request is rejected', async () => {
  const brand = person('brand')
  await app.as(brand).put('/drafts/current', { step: 5 })
  await app.as(brand).post('/campaigns', { name: '' })
  expect(await draftOf(brand)).toMatchObject({ step: 5 })
  await aCampaign(app, { brand })
  expect(await draftOf(brand)).toBeUndefined()
})

test.each([{ step: 0 }, { step: 8 }, { step: 1, name: 'x'.repeat(80 * BYTES_PER_CHARACTER + 1) }, { step: 1, status: 'active' }, {}])(
  'rejects the draft %j',
  async (draft) => {
    expect(await app.as('brand').put('/drafts/current', draft)).toMatchObject({ status: 400 })
  },
)
