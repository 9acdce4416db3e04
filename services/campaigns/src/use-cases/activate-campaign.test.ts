import { movableClock, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aCampaign } from '../testing/a-campaign.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock })

test('starts a campaign when its credits are held', async () => {
  const { brand, held, show, emitted } = await aCampaign(app)
  clock.set('2026-11-21T12:00:05Z')
  await app.deliver(held)
  expect(await show()).toMatchObject({ status: 'active', startsAt: '2026-11-21T12:00:05.000Z', endsAt: '2026-12-21T12:00:05.000Z' })
  expect(await emitted('campaign.activated')).toMatchObject([{ brandId: brand.id, endsAt: '2026-12-21T12:00:05.000Z', version: 2 }])
})

test('starts a campaign only once when its credit hold is reported twice, with the same or a new event id', async () => {
  const { held, emitted } = await aCampaign(app)
  await app.deliver(held, { times: 2 })
  await app.deliver(held)
  expect(await emitted('campaign.activated')).toHaveLength(1)
})

test('does not start a failed campaign', async () => {
  const { held, refused, show } = await aCampaign(app)
  await app.deliver(refused)
  await app.deliver(held)
  expect((await show()).status).toBe('failed')
})

test('ignores credits held for an invitation with the same id', async () => {
  const { held, show } = await aCampaign(app)
  await app.deliver({ ...held, data: { ...held.data, kind: 'invitation' } })
  expect((await show()).status).toBe('funding')
})
