import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expire, failFunding, type Invitation, requestInvitation, send, statusAt } from './invitation.ts'

const uuid = (n: number) => `019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c${String(n).padStart(2, '0')}`
const account = { id: uuid(3), creatorId: uuid(4), network: 'tiktok', username: 'lea' } as const
const draft = { accountId: account.id, weeklyViewsGoal: 12_000, link: 'https://a.example/', caption: 'Try it', beginning: '2026-11-21' }
const made = (at: string) => ({ id: uuid(1), brandId: uuid(2), rateCard: { validFrom: '2025-08-23', centsPer1000: 20 }, at: new Date(at) })
const requested = requestInvitation(draft, account, made('2026-11-21T12:00:00Z'))
const hour = (n: number, ms = 0) => new Date(Date.parse('2026-11-21T12:00:00Z') + n * 3_600_000 + ms)

test('creates an unfunded invitation that records the creator and the amount', () => {
  expect(requested.invitation).toMatchObject({ status: 'funding', creatorId: uuid(4), username: 'lea', amountCents: 240 })
  expect(requested.event).toMatchObject({
    type: 'invitation.requested',
    data: { viewsGoal: 12_000, creatorId: uuid(4), accountId: uuid(3), version: 1 },
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

test('expires a funded invitation after exactly 24 hours', () => {
  const sent = send(requested.invitation, hour(0))?.invitation as Invitation
  expect(sent).toMatchObject({ status: 'pending', expiresAt: hour(24) })
  expect(expire(sent, hour(24, -1))).toBeUndefined()
  expect(statusAt(sent, hour(24, -1))).toBe('pending')
  expect(statusAt(sent, hour(24))).toBe('expired')
  expect(expire(sent, hour(24))).toMatchObject({
    invitation: { status: 'expired' },
    event: { type: 'invitation.expired', data: { version: 2 } },
  })
})

test('keeps the first funding result and ignores later ones', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), (results) => {
      let invitation = requested.invitation
      for (const held of results)
        invitation = (held ? send(invitation, hour(1)) : failFunding(invitation, 5, hour(1)))?.invitation ?? invitation
      expect(invitation.status).toBe(results[0] ? 'pending' : 'failed')
      if (!results[0]) expect(expire(invitation, hour(1_000))).toBeUndefined()
    }),
  )
})
