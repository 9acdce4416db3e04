import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Invitation, requestInvitation, send } from './invitation.ts'
import { accept, keepNewest, type Partnership, settleDay, start, statusAt, type Totals } from './partnership.ts'

const uuid = (n: number) => `019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c${String(n).padStart(2, '0')}`
const account = { id: uuid(3), creatorId: uuid(4), network: 'tiktok', username: 'lea', isPublic: true, isCollabOpen: true } as const
const logo = { mediaId: uuid(5), kind: 'image', type: 'image/png' } as const
const NOON = new Date('2026-11-21T12:00:00Z')

function invited({ at = NOON, ...more }: { at?: Date; beginning?: string; origin?: 'search' | 'collab'; weeklyViewsGoal?: number } = {}) {
  const draft = { accountId: account.id, mediaId: logo.mediaId, link: 'https://a.example/', caption: 'Try it' }
  const made = { id: uuid(1), brandId: uuid(2), logo, rateCard: { validFrom: '2025-08-23', centsPer1000: 20 }, at }
  const offer = { ...draft, weeklyViewsGoal: 10_000, beginning: '2026-11-21', origin: 'search' as const, ...more }
  return send(requestInvitation(offer, account, made).invitation, at)?.invitation as Invitation
}

const made = (at = NOON) => ({ code: 'RF-N2345', windowDays: 14, at })
const active = (of: Parameters<typeof invited>[0] = {}): Partnership => {
  const { partnership } = accept(invited(of), made())
  return start(partnership, 'tiktok-lea', partnership.startsAt)?.partnership as Partnership
}
const totals = (more: Partial<Totals>): Totals => ({
  ...{ revision: 1, day: '2026-11-22', observed: 0, qualified: 0, inReview: 0, defaults: [], isFinal: false },
  ...more,
})
const settled = (partnership: Partnership, day: string) => settleDay(partnership, day)?.partnership ?? partnership

test.each([
  ['at once, for seven times 24 hours, if its first day has begun', {}, '2026-11-21T12:00:00.000Z', '2026-11-28T12:00:00.000Z'],
  ['at midnight in Paris, for seven days', { beginning: '2026-11-23' }, '2026-11-22T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
  [
    'for thirty days from a public page',
    { beginning: '2026-11-23', origin: 'collab' },
    '2026-11-22T23:00:00.000Z',
    '2026-12-22T23:00:00.000Z',
  ],
  [
    'for seven days, one of 23 hours',
    { beginning: '2027-03-25', at: new Date('2027-03-20T12:00:00Z') },
    '2027-03-24T23:00:00.000Z',
    '2027-03-31T22:00:00.000Z',
  ],
] as const)('lasts %s', (_, of, startsAt, endsAt) => {
  const at = 'at' in of ? of.at : NOON
  const { partnership, invitation, event } = accept(invited(of), made(at))
  expect([partnership.startsAt.toISOString(), partnership.endsAt.toISOString()]).toEqual([startsAt, endsAt])
  expect(invitation).toMatchObject({ status: 'accepted', respondedAt: at, isOpen: true })
  expect(event).toMatchObject({ type: 'partnership.accepted', data: { partnershipId: uuid(1), startsAt, endsAt, version: 1 } })
})

test('can be accepted until the 24th hour only', () => {
  const hour24 = new Date(NOON.getTime() + 24 * 3_600_000)
  expect(accept(invited(), made(new Date(hour24.getTime() - 1))).partnership.status).toBe('planned')
  expect(() => accept(invited(), made(hour24))).toThrow(expect.objectContaining({ code: 'invitation_over' }))
})

test('records the Terms that the brand accepted on the day of its request, and the creator on the day of acceptance', () => {
  const { partnership } = accept(invited(), made(new Date('2026-11-22T11:00:00Z')))
  expect(partnership).toMatchObject({ termsVersion: '1.1', brandTermsVersion: '1.0' })
})

test('accepts the newest Terms from the day of their publication', () => {
  const versionAt = (at: string) => accept(invited(), made(new Date(at))).partnership.termsVersion
  expect([versionAt('2026-11-21T22:59:59.999Z'), versionAt('2026-11-21T23:00:00Z')]).toEqual(['1.0', '1.1'])
})

test('is planned until its beginning', () => {
  const { partnership } = accept(invited({ beginning: '2026-11-23' }), made())
  const before = new Date('2026-11-22T22:59:59.999Z')
  expect([statusAt(partnership, before), start(partnership, 'x', before)]).toEqual(['planned', undefined])
  expect(statusAt(partnership, partnership.startsAt)).toBe('active')
  const started = start(partnership, 'tiktok-lea', partnership.startsAt)
  expect(started?.partnership).toMatchObject({ status: 'active', nextSettlement: '2026-11-23' })
  expect(started?.events).toMatchObject([{ type: 'partnership.started', data: { externalId: 'tiktok-lea', code: 'RF-N2345', version: 2 } }])
  expect(start(started?.partnership as Partnership, 'x', partnership.startsAt)).toBeUndefined()
})

test.each([
  [2_499, 'failed', 0, 0],
  [2_500, 'completed_at_25', 50, 2_500],
  [4_999, 'completed_at_25', 50, 2_500],
  [5_000, 'completed_at_50', 100, 5_000],
  [7_499, 'completed_at_50', 100, 5_000],
  [7_500, 'completed_at_75', 150, 7_500],
  [9_999, 'completed_at_75', 150, 7_500],
  [10_000, 'completed', 200, 10_000],
])('%i of 10,000 views end as %s with %i cents and %i credits', (qualified, status, cents, consumed) => {
  const ended = settled({ ...active(), totals: totals({ qualified }) }, '2026-11-29')
  expect(ended).toMatchObject({ status, endedAt: qualified < 10_000 ? new Date('2026-11-28T12:00:00Z') : expect.any(Date) })
  expect(ended.decisions).toMatchObject([{ isFinal: false, cents, consumed, returned: 10_000 - consumed }])
  expect(ended.payment).toBe(cents > 0 ? 'pending' : undefined)
})

test('completes at the first settlement with 100 %, and the final checks follow two days later', () => {
  const counted = { ...active(), totals: totals({ qualified: 10_000 }) }
  expect(settleDay(counted, '2026-11-21')).toBeUndefined()
  const step = settleDay(counted, '2026-11-22')
  expect(step?.partnership).toMatchObject({ status: 'completed', endedAt: new Date('2026-11-22T01:00:00Z'), nextSettlement: '2026-11-23' })
  expect(step?.partnership.payableAt).toEqual(new Date('2026-11-24T01:00:00Z'))
  expect(step?.events).toMatchObject([{ type: 'partnership.ended', data: { tier: 100, cents: 200, status: 'completed' } }])
})

test('completes on the day that reached the goal, even if it is settled late', () => {
  const days = ['2026-11-22', '2026-11-23', '2026-11-24']
  const views = (revision: number, qualified: number) => totals({ revision, qualified, day: days[revision - 1] as string })
  const late = (...qualified: number[]) =>
    days.reduce<Partnership>(
      (one, day) => settled(one, day),
      qualified.reduce<Partnership>((one, count, index) => keepNewest(one, views(index + 1, count)) ?? one, active()),
    ).endedAt
  expect(late(9_000, 9_500, 10_000)).toEqual(new Date('2026-11-24T01:00:00Z'))
  expect(late(9_000, 10_000, 12_000)).toEqual(new Date('2026-11-23T01:00:00Z'))
  // An admin excluded views in between.
  expect(late(10_000, 9_000, 10_500)).toEqual(new Date('2026-11-24T01:00:00Z'))
})

test('continues below 100 % until its end', () => {
  const step = settleDay({ ...active(), totals: totals({ qualified: 9_999 }) }, '2026-11-28')
  expect(step).toMatchObject({ partnership: { status: 'active', nextSettlement: '2026-11-29' }, events: [] })
})

test.each([
  ['raise the tier', 7_500, 'completed_at_75', 150],
  ['lower the tier', 2_400, 'failed', 0],
  ['keep the tier', 5_100, 'completed_at_50', 100],
])('lets the final checks %s', (_, qualified, status, cents) => {
  const ended = settled({ ...active(), totals: totals({ qualified: 5_000 }) }, '2026-11-29')
  expect(ended).toMatchObject({ status: 'completed_at_50', payableAt: new Date('2026-12-01T01:00:00Z') })
  const checked = { ...ended, totals: totals({ revision: 2, day: '2026-12-01', observed: 9_000, qualified, isFinal: 'checks' }) }
  expect(settled(checked, '2026-11-30').settledAt).toBeUndefined()
  const step = settleDay({ ...checked, nextSettlement: '2026-12-01' }, '2026-12-01')
  expect(step?.partnership).toMatchObject({ status, settledAt: new Date('2026-12-01T01:00:00Z'), nextSettlement: undefined })
  expect(step?.partnership.decisions).toMatchObject([{ cents: 100 }, { isFinal: true, cents }])
  expect(step?.events).toMatchObject([{ type: 'partnership.settled', data: { status, cents, observed: 9_000, qualified } }])
})

test('waits for a silent network until 72 hours after the planned settlement', () => {
  const ended = settled({ ...active(), totals: totals({ qualified: 5_000, isFinal: 'end' }) }, '2026-11-29')
  for (const day of ['2026-12-01', '2026-12-02', '2026-12-03']) expect(settled(ended, day).settledAt).toBeUndefined()
  expect(settled(ended, '2026-12-04')).toMatchObject({ status: 'completed_at_50', settledAt: new Date('2026-12-04T01:00:00Z') })
})

test('keeps the newest totals, and none after the settlement', () => {
  const first = keepNewest(active(), totals({ revision: 2 })) as Partnership
  expect(keepNewest(first, totals({ revision: 2 }))).toBeUndefined()
  expect(keepNewest(first, totals({ revision: 1 }))).toBeUndefined()
  expect(keepNewest({ ...first, settledAt: NOON }, totals({ revision: 3 }))).toBeUndefined()
})

const views = fc.integer({ min: 0, max: 700_000 })

test('consumed and returned credits add up to the goal, and the pay is the tier of the fixed price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), views, views, (goal, atEnd, finally_) => {
      const price = Math.floor((goal * 20) / 1_000)
      const ended = settled({ ...active(), viewsGoal: goal, amountCents: price, totals: totals({ qualified: atEnd }) }, '2026-11-29')
      const checked = { ...ended, nextSettlement: '2026-12-01', totals: totals({ revision: 2, qualified: finally_, isFinal: 'checks' }) }
      const done = settled({ ...checked, endedAt: new Date('2026-11-28T12:00:00Z') }, '2026-12-01')
      for (const { tier, cents, consumed, returned, qualified } of done.decisions) {
        expect(consumed + returned).toBe(goal)
        expect(cents).toBe(Math.floor((price * tier) / 100))
        expect([qualified * 100 >= goal * tier, tier === 100 || qualified * 100 < goal * (tier + 25)]).toEqual([true, true])
      }
      expect(done.decisions).toHaveLength(2)
    }),
  )
})
