import { instantOf, nextDay } from '@reelfair/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleDay } from '../testing/settle-day.ts'
import {
  activate,
  type Campaign,
  deleteIfUnused,
  failFunding,
  lastSettlement,
  phaseOf,
  rename,
  requestCampaign,
  withdraw,
} from './campaign.ts'
import type { SettlingSignUp } from './settlement.ts'

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
const requested = requestCampaign(
  { ...draft, zones: [] },
  { id, brandId, logo, rateCard: { validFrom: '2025-08-23', centsPer1000: 10 }, at },
)

test('creates a campaign that requests its credits and waits for them', () => {
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
] as const)('ends a campaign of %s at %s', (duration, end) => {
  const step = activate({ ...requested.campaign, duration }, at)
  expect(step?.campaign).toMatchObject({ status: 'active', startsAt: at })
  expect(step?.events).toMatchObject([{ data: { endsAt: end, version: 2 } }])
})

test('fails a campaign without credits and stores the number of missing views', () => {
  const step = failFunding(requested.campaign, 1, at)
  expect(step?.campaign).toMatchObject({ status: 'failed', missingViews: 1 })
  expect(step?.events).toMatchObject([{ type: 'campaign.failed', data: { missingViews: 1 } }])
})

test('applies the first decision on a campaign’s credits and ignores later ones', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), (words) => {
      let campaign: Campaign = requested.campaign
      for (const held of words) campaign = (held ? activate(campaign, at) : failFunding(campaign, 5, at))?.campaign ?? campaign
      expect(campaign.status).toBe(words[0] ? 'active' : 'failed')
    }),
  )
})

test.each([
  ['2026-11-21T00:30:00Z', '2026-11-21'],
  ['2026-11-21T01:00:00Z', '2026-11-22'],
  ['2026-11-21T23:30:00Z', '2026-11-22'],
])('schedules the first settlement of a campaign that starts at %s for %s', (begins, day) => {
  expect(activate(requested.campaign, new Date(begins))?.campaign.nextSettlement).toBe(day)
})

const running = activate(requested.campaign, at)?.campaign ?? expect.unreachable()
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type)

test('immediately deletes a campaign without sign-ups and emits the events that release its credits', () => {
  const gone = withdraw(running, { hasViews: false, at }) ?? expect.unreachable()
  expect(gone.campaign).toMatchObject({ status: 'failed', deletedAt: at, endedAt: at, settledAt: at, nextSettlement: undefined })
  expect(types(gone.events)).toEqual(['campaign.ended', 'campaign.settled', 'campaign.changed'])
  expect(gone.events[0]?.data).toMatchObject({ charged: 0, reserved: 0, kept: 0 })
  expect(types(withdraw(requested.campaign, { hasViews: false, at })?.events ?? [])).toContain('campaign.settled')
  const unfunded = failFunding(requested.campaign, 1, at)?.campaign ?? expect.unreachable()
  expect(types(withdraw(unfunded, { hasViews: false, at })?.events ?? [])).toEqual(['campaign.changed'])
})

const joined: Campaign = { ...running, signUps: 2 }
const ask = (campaign: Campaign, when: Date) => withdraw(campaign, { hasViews: false, at: when }) ?? expect.unreachable()
const END = joined.endsAt ?? expect.unreachable()
const around = (ms: number) => new Date(END.getTime() + ms)

test('ends a campaign with sign-ups and keeps all its credits for uncounted views', () => {
  const when = new Date('2026-11-21T22:55:00Z')
  const { campaign, events } = ask(joined, when)
  expect(campaign).toMatchObject({ status: 'failed', deleteRequestedAt: when, endedAt: when, nextSettlement: running.nextSettlement })
  expect([campaign.settledAt, campaign.deletedAt]).toEqual([undefined, undefined])
  expect(phaseOf(campaign)).toBe('ended')
  expect(campaign.payableAt).toEqual(new Date('2026-11-24T01:00:00Z'))
  expect(events).toMatchObject([
    { type: 'campaign.ended', data: { endedAt: when.toISOString(), charged: 0, reserved: 0, kept: 10_000, version: running.version + 1 } },
  ])
  expect(withdraw(campaign, { hasViews: false, at: around(0) })).toBeUndefined()
  expect(withdraw(campaign, { hasViews: true, at: around(0) })).toBeUndefined()
})

test.each([
  ['just before its end', -1, -1],
  ['at its end', 0, 0],
  ['just after its end', 1, 0],
] as const)('ends a campaign no later than planned when deletion is requested %s', (_, ms, ended) => {
  expect(ask(joined, around(ms)).campaign.endedAt).toEqual(around(ended))
})

test('leaves a campaign in its final checks when deletion is requested, and emits `campaign.changed`', () => {
  const over = settleDay(joined, claims([0, 0]), '2026-11-29')?.campaign ?? expect.unreachable()
  const { campaign, events } = ask(over, around(86_400_000))
  expect(campaign).toEqual({ ...over, deleteRequestedAt: around(86_400_000) })
  expect(types(events)).toEqual(['campaign.changed'])
})

const claims = (qualified: readonly number[]) =>
  qualified.map((views, index): SettlingSignUp => {
    const figures = { qualified: views, inReview: 0, defaults: [] }
    const ids = { id: `${id.slice(0, -1)}${index}`, campaignId: id, brandId, creatorId: `${brandId.slice(0, -1)}${index}` }
    const totals = { revision: 1, day: '2026-11-22', ...figures, isFinal: 'checks' as const }
    return { ...ids, version: 1, signedUpAt: at, charged: 0, reserved: 0, cents: 0, totals }
  })

function settleAllDays(qualified: readonly number[], asked?: Date) {
  let campaign = joined
  let signUps = claims(qualified)
  for (let day = '2026-11-22'; day < '2026-12-02'; day = nextDay(day)) {
    if (asked && !campaign.deleteRequestedAt && asked < instantOf(day, '02:00')) campaign = ask(campaign, asked).campaign
    const known = phaseOf(campaign) === 'open' ? signUps.map(({ totals: _, ...signUp }): SettlingSignUp => signUp) : signUps
    const settled = settleDay(campaign, known, day)
    if (!settled) continue
    campaign = deleteIfUnused(settled.campaign, settled.unchecked.length)
    signUps = signUps.map((signUp) => settled.signUps.find((one) => one.id === signUp.id) ?? signUp)
  }
  return { campaign, paid: signUps.map(({ charged, cents }) => [charged, cents]) }
}

test('pays for all views no matter when deletion is requested, and deletes only campaigns without views', () => {
  fc.assert(
    // The hours run from the campaign's start to the end of its final checks.
    fc.property(fc.nat(204), fc.tuple(fc.nat(6_000), fc.nat(6_000)), (hours, qualified) => {
      const { campaign, paid } = settleAllDays(qualified, new Date(at.getTime() + hours * 3_600_000))
      expect(paid).toEqual(settleAllDays(qualified).paid)
      expect(campaign.charged).toBe(Math.min(10_000, qualified[0] + qualified[1]))
      expect(campaign.settledAt).toBeDefined()
      expect(campaign.deletedAt).toEqual(campaign.charged === 0 ? campaign.settledAt : undefined)
    }),
    {
      examples: [
        [0, [0, 0]],
        [204, [0, 0]],
        [0, [0, 1]],
      ],
    },
  )
})

test.each([
  ['whose deletion was not requested', { settledAt: at }, 0],
  ['that is not settled', { deleteRequestedAt: at }, 0],
  ['that has a charged view', { deleteRequestedAt: at, settledAt: at, charged: 1 }, 0],
  ['whose final reading is missing', { deleteRequestedAt: at, settledAt: at }, 1],
])('keeps a campaign %s', (_, facts, unchecked) => {
  expect(deleteIfUnused({ ...joined, ...facts }, unchecked).deletedAt).toBeUndefined()
})

test.each([{ charged: 1 }, { reserved: 1 }, { observedViews: 1 }])('refuses to delete a campaign with %j', (facts) => {
  expect(() => withdraw({ ...running, ...facts }, { hasViews: false, at })).toThrow('campaign_consumed')
})

test('refuses to delete a campaign whose counted views have not been settled yet', () => {
  expect(() => withdraw(running, { hasViews: true, at })).toThrow('campaign_consumed')
})

test('emits the new name with the renamed campaign’s version', () => {
  expect(rename(running, 'Spring')).toMatchObject({
    campaign: { name: 'Spring' },
    events: [{ type: 'campaign.renamed', data: { campaignId: running.id, name: 'Spring', version: running.version + 1 } }],
  })
})

test('returns the last planned settlement of several campaigns, or the latest possible one if it is late', () => {
  const ended = { endsAt: new Date('2026-11-30T12:00:00Z'), payableAt: new Date('2026-11-24T01:00:00Z') }
  const running = { endsAt: new Date('2026-11-22T12:00:00Z') }
  expect(lastSettlement([{}], at)).toBeUndefined()
  expect(lastSettlement([{}, ended], at)).toBeUndefined()
  expect(lastSettlement([ended], at)).toEqual(ended.payableAt)
  expect(lastSettlement([running, ended], at)).toEqual(new Date('2026-11-25T01:00:00Z'))
  expect(lastSettlement([ended], new Date('2026-11-24T03:00:00Z'))).toEqual(new Date('2026-11-27T01:00:00Z'))
})
