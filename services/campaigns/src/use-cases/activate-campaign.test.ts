import { movableClock, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aCampaign } from '../testing/a-campaign.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock })

test('a campaign whose credits are held runs from then on', async () => {
  const { brand, held, show, said } = await aCampaign(app)
  clock.set('2026-11-21T12:00:05Z')
  await app.hear(held)
  expect(await show()).toMatchObject({ status: 'active', startsAt: '2026-11-21T12:00:05.000Z', endsAt: '2026-12-21T12:00:05.000Z' })
  expect(await said('campaign.activated')).toMatchObject([{ brandId: brand.id, endsAt: '2026-12-21T12:00:05.000Z', version: 2 }])
})

test('the same answer twice, under one id or two, changes nothing more', async () => {
  const { held, said } = await aCampaign(app)
  await app.hear(held, { times: 2 })
  await app.hear(held)
  expect(await said('campaign.activated')).toHaveLength(1)
})

test('a campaign that has failed stays so', async () => {
  const { held, refused, show } = await aCampaign(app)
  await app.hear(refused)
  await app.hear(held)
  expect((await show()).status).toBe('failed')
})

test('the credits of an invitation with the same id are none of its business', async () => {
  const { held, show } = await aCampaign(app)
  await app.hear({ ...held, data: { ...held.data, kind: 'invitation' } })
  expect((await show()).status).toBe('funding')
})
