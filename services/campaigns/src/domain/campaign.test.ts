import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activate, type Campaign, failFunding, rename, requestCampaign, withdraw } from './campaign.ts'

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
  mediaId: id,
} as const
const logo = { mediaId: id, kind: 'image', type: 'image/png' } as const
const requested = requestCampaign({ ...draft, zones: [] }, { id, brandId, logo, at })

test('a new campaign waits for its credits and asks for them', () => {
  expect(requested.campaign).toMatchObject({
    status: 'funding',
    charged: 0,
    rateCard: { centsPer1000: 10 },
    logo,
    viewsGoal: 10_000,
    createdAt: at,
  })
  expect(requested.events).toMatchObject([{ type: 'campaign.requested', data: { campaignId: id, brandId, viewsGoal: 10_000, version: 1 } }])
})

test.each([
  ['1w', '2026-11-28T12:00:00.000Z'],
  ['1 month', '2026-12-21T12:00:00.000Z'],
] as const)('a campaign of %s ends at %s', (duration, end) => {
  const step = activate({ ...requested.campaign, duration }, at)
  expect(step?.campaign).toMatchObject({ status: 'active', startsAt: at })
  expect(step?.events).toMatchObject([{ data: { endsAt: end, version: 2 } }])
})

test('a campaign without credits fails and keeps the missing number', () => {
  const step = failFunding(requested.campaign, 1)
  expect(step?.campaign).toMatchObject({ status: 'failed', missingViews: 1 })
  expect(step?.events).toMatchObject([{ type: 'campaign.failed', data: { missingViews: 1 } }])
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

test.each([
  ['2026-11-21T00:30:00Z', '2026-11-21'],
  ['2026-11-21T01:00:00Z', '2026-11-22'],
  ['2026-11-21T23:30:00Z', '2026-11-22'],
])('a campaign that begins at %s is settled first on %s', (begins, day) => {
  expect(activate(requested.campaign, new Date(begins))?.campaign.nextSettlement).toBe(day)
})

const running = activate(requested.campaign, at)?.campaign ?? expect.unreachable()
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type)

test('a campaign without a view can be taken away; whoever holds or measures something for it is told', () => {
  const gone = withdraw(running, { hasViews: false, at })
  expect(gone.campaign).toMatchObject({ status: 'failed', deletedAt: at, endedAt: at, settledAt: at, nextSettlement: undefined })
  expect(types(gone.events)).toEqual(['campaign.ended', 'campaign.settled', 'campaign.changed'])
  expect(gone.events[0]?.data).toMatchObject({ charged: 0, reserved: 0, kept: 0 })
  expect(types(withdraw(requested.campaign, { hasViews: false, at }).events)).toContain('campaign.settled')
  const unfunded = failFunding(requested.campaign, 1)?.campaign ?? expect.unreachable()
  expect(types(withdraw(unfunded, { hasViews: false, at }).events)).toEqual(['campaign.changed'])
})

test.each([{ charged: 1 }, { reserved: 1 }, { observedViews: 1 }])('a campaign with %j stays', (facts) => {
  expect(() => withdraw({ ...running, ...facts }, { hasViews: false, at })).toThrow('campaign_consumed')
})

test('views that are counted and not settled yet keep it too', () => {
  expect(() => withdraw(running, { hasViews: true, at })).toThrow('campaign_consumed')
})

test('a name is changed and said to nobody but its brand', () => {
  expect(rename(running, 'Spring')).toMatchObject({ campaign: { name: 'Spring' }, events: [{ type: 'campaign.changed' }] })
})
