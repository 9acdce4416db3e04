import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  close,
  failFunding,
  type Invitation,
  reject,
  requestInvitation,
  send,
  statusAt,
  supersede,
  takeDueStep,
  withdraw,
} from './invitation.ts'

const uuid = (n: number) => `019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c${String(n).padStart(2, '0')}`
const account = { id: uuid(3), creatorId: uuid(4), network: 'tiktok', username: 'lea', isPublic: true } as const
const logo = { mediaId: uuid(5), kind: 'image', type: 'image/png' } as const
const draft = {
  ...{ accountId: account.id, mediaId: logo.mediaId, weeklyViewsGoal: 12_000, origin: 'search' as const },
  ...{ link: 'https://a.example/', caption: 'Try it', beginning: '2026-11-21' },
}
const made = (at: string) => ({
  id: uuid(1),
  brandId: uuid(2),
  logo,
  rateCard: { validFrom: '2025-08-23', centsPer1000: 20 },
  at: new Date(at),
})
const requested = requestInvitation(draft, account, made('2026-11-21T12:00:00Z'))
const hour = (n: number, ms = 0) => new Date(Date.parse('2026-11-21T12:00:00Z') + n * 3_600_000 + ms)

test('creates an unfunded invitation that records the creator and the amount', () => {
  expect(requested.invitation).toMatchObject({
    status: 'funding',
    creatorId: uuid(4),
    username: 'lea',
    amountCents: 240,
    termsVersion: '1.0',
  })
  expect(requested.event).toMatchObject({
    type: 'invitation.requested',
    data: { viewsGoal: 12_000, creatorId: uuid(4), accountId: uuid(3), mediaId: logo.mediaId, version: 1 },
  })
})

test.each([
  ['accepts the 21st at 22:59 UTC, which is still the 21st in Paris', '2026-11-21T22:59:59Z', true],
  ['rejects the 21st at 23:00 UTC, which is the 22nd in Paris', '2026-11-21T23:00:00Z', false],
])('%s', (_, at, isAccepted) => {
  const ask = () => requestInvitation(draft, account, made(at))
  if (isAccepted) expect(ask().invitation.beginning).toBe('2026-11-21')
  else expect(ask).toThrow(expect.objectContaining({ code: 'beginning_past' }))
})

test.each([
  ['a first day after two months', { beginning: '2027-01-21' }, 'beginning_too_far'],
  ['a goal below 1,000', { weeklyViewsGoal: 999 }, 'views_goal_invalid'],
  ['a goal between two thousands', { weeklyViewsGoal: 1_500 }, 'views_goal_invalid'],
  ['a booking that pays less than one cent', { origin: 'collab', weeklyViewsGoal: 49 }, 'goal_too_small'],
] as const)('rejects %s', (_, more, code) => {
  const ask = (changed: object) =>
    requestInvitation({ ...draft, ...changed }, { ...account, isCollabOpen: true }, made('2026-11-21T12:00:00Z'))
  expect(() => ask(more)).toThrow(expect.objectContaining({ code }))
})

test('accepts the last possible first day, the lowest goal and a booking that pays one cent', () => {
  const ask = (changed: object) =>
    requestInvitation({ ...draft, ...changed }, { ...account, isCollabOpen: true }, made('2026-11-21T12:00:00Z')).invitation
  expect(ask({ beginning: '2027-01-20', weeklyViewsGoal: 1_000 })).toMatchObject({ amountCents: 20 })
  expect(ask({ origin: 'collab', weeklyViewsGoal: 50 })).toMatchObject({ amountCents: 1 })
})

test.each([
  ['a private', { isPublic: false }],
  ['an age-restricted', { ageRestricted: true }],
])('rejects %s account', (_, facts) => {
  const ask = () => requestInvitation(draft, { ...account, ...facts }, made('2026-11-21T12:00:00Z'))
  expect(ask).toThrow(expect.objectContaining({ code: 'account_not_invitable' }))
})

const sent = send(requested.invitation, hour(0))?.invitation as Invitation

test('reminds the creator four hours before the end, once, and expires the invitation after exactly 24 hours', () => {
  expect(sent).toMatchObject({ status: 'pending', expiresAt: hour(24), dueAt: hour(20) })
  expect(takeDueStep(sent, hour(20, -1))).toBeUndefined()
  const reminded = takeDueStep(sent, hour(20))
  expect(reminded).toMatchObject({ invitation: { status: 'pending', dueAt: hour(24) }, event: { type: 'invitation.expiring' } })
  expect(takeDueStep(reminded?.invitation as Invitation, hour(24, -1))).toBeUndefined()
  expect([statusAt(sent, hour(24, -1)), statusAt(sent, hour(24))]).toEqual(['pending', 'expired'])
  const closed = { type: 'invitation.closed', data: { status: 'expired', wasSent: true, version: 2 } }
  expect(takeDueStep(sent, hour(24))).toMatchObject({
    invitation: { status: 'expired', isOpen: undefined, dueAt: undefined },
    event: closed,
  })
})

test('can be rejected and withdrawn until the 24th hour only', () => {
  expect(reject(sent, hour(24, -1)).invitation).toMatchObject({ status: 'rejected', respondedAt: hour(24, -1), endedAt: hour(24, -1) })
  expect(withdraw(sent, hour(24, -1)).invitation).toMatchObject({ status: 'withdrawn', endedAt: hour(24, -1) })
  for (const answer of [reject, withdraw])
    expect(() => answer(sent, hour(24))).toThrow(expect.objectContaining({ code: 'invitation_over' }))
})

test('is superseded by a later campaign sign-up only, and not once it appears as expired', () => {
  const joined = (startsAt: Date, at: Date) => supersede(sent, { campaignId: uuid(6), startsAt }, at)?.invitation
  expect(joined(hour(0), hour(1))).toMatchObject({ status: 'rejected', campaignId: uuid(6), endedAt: hour(1) })
  expect(joined(hour(0, -1), hour(1))).toBeUndefined()
  expect([joined(hour(1), hour(24, -1))?.status, joined(hour(1), hour(24))]).toEqual(['rejected', undefined])
  expect(takeDueStep(sent, hour(24))?.invitation.status).toBe('expired')
})

test('can be withdrawn, but not rejected, while it waits for its credits', () => {
  expect(() => reject(requested.invitation, hour(0))).toThrow(expect.objectContaining({ code: 'invitation_over' }))
  expect(withdraw(requested.invitation, hour(0)).event).toMatchObject({ data: { status: 'withdrawn', wasSent: false } })
})

test('keeps the first result of funding, answers and time, and ignores later ones', () => {
  const steps = {
    held: (one: Invitation) => send(one, hour(1)),
    refused: (one: Invitation) => failFunding(one, 5, hour(1)),
    rejected: (one: Invitation) => close(one, { status: 'rejected', at: hour(2) }),
    withdrawn: (one: Invitation) => close(one, { status: 'withdrawn', at: hour(2) }),
    expired: (one: Invitation) => takeDueStep(one, hour(30)),
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])), { maxLength: 8 }), (names) => {
      let invitation = requested.invitation
      const ends: string[] = []
      for (const name of names) {
        const step = steps[name](invitation)
        if (!step) continue
        invitation = step.invitation
        if (!invitation.isOpen) ends.push(invitation.status)
      }
      expect(ends.length).toBeLessThanOrEqual(1)
      expect(invitation.isOpen).toBe(ends.length === 0 ? true : undefined)
      expect(invitation.endedAt !== undefined).toBe(ends.length === 1)
    }),
  )
})
