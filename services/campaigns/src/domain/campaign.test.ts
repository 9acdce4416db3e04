import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activate, type Campaign, failFunding, requestCampaign } from './campaign.ts'

const id = '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e'
const brandId = '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7f'
const at = new Date('2026-11-21T12:00:00Z')
const draft = {
  name: 'Winter',
  viewsGoal: 10_000,
  category: 'Fitness_Sports',
  network: 'instagram',
  link: 'https://a.example/',
  duration: '1w',
} as const
const requested = requestCampaign(draft, { id, brandId, at })

test('a new campaign waits for its credits and asks for them', () => {
  expect(requested.campaign).toMatchObject({ status: 'funding', actualViews: 0, viewsGoal: 10_000, createdAt: at })
  expect(requested.event).toMatchObject({ type: 'campaign.requested', data: { campaignId: id, brandId, viewsGoal: 10_000, version: 1 } })
})

test.each([
  ['1w', '2026-11-28T12:00:00.000Z'],
  ['1 month', '2026-12-21T12:00:00.000Z'],
] as const)('a campaign of %s ends at %s', (duration, end) => {
  const step = activate({ ...requested.campaign, duration }, at)
  expect(step?.campaign).toMatchObject({ status: 'active', startsAt: at })
  expect(step?.event.data).toMatchObject({ endsAt: end, version: 2 })
})

test('a campaign without credits fails and keeps the missing number', () => {
  const step = failFunding(requested.campaign, 1)
  expect(step?.campaign).toMatchObject({ status: 'failed', missingViews: 1 })
  expect(step?.event).toMatchObject({ type: 'campaign.failed', data: { missingViews: 1 } })
})

test('whatever is said of its credits and how often, the first word stays', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), (words) => {
      let campaign: Campaign = requested.campaign
      for (const held of words) campaign = (held ? activate(campaign, at) : failFunding(campaign, 5))?.campaign ?? campaign
      expect(campaign.status).toBe(words[0] ? 'active' : 'failed')
    }),
  )
})
