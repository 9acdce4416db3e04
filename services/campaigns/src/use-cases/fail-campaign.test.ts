import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aCampaign } from '../testing/a-campaign.ts'

const app = await startService(campaigns)

test('a campaign whose credits are refused has failed and tells the missing number, once', async () => {
  const { refused, show, said } = await aCampaign(app)
  await app.hear(refused, { times: 2 })
  await app.hear(refused)
  const campaign = await show()
  expect(campaign).toMatchObject({ status: 'failed', missingViews: 2_000 })
  expect(campaign).not.toHaveProperty('startsAt')
  expect(await said('campaign.failed')).toMatchObject([{ missingViews: 2_000, version: 2 }])
})

test('a campaign that runs goes on', async () => {
  const { held, refused, show } = await aCampaign(app)
  await app.hear(held)
  await app.hear(refused)
  expect((await show()).status).toBe('active')
})

test('the refusal of an invitation with the same id is none of its business', async () => {
  const { refused, show } = await aCampaign(app)
  await app.hear({ ...refused, data: { ...refused.data, kind: 'invitation' } })
  expect((await show()).status).toBe('funding')
})
