/** Runs partnerships with the services beside it, from the invitation to the transfer on Stripe. */
import { CreatorRegistered } from '@reelfair/contracts'
import { payouts } from '@reelfair/payouts/app'
import { eventually, type Person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

const { apps, clock, sandbox, aCampaign, anInvitation, aDay } = await startMarket()
const SOON = { within: 30_000 }
const checkLedger = () => payouts.commands?.find(({ name }) => name === 'check-ledger')?.run({}, apps.payouts.context())
const NOTHING_HELD = { held: 0, spent: 0 }

const atSandbox = (path: string, body: object) =>
  fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Opens a payout account that can receive money. */
async function openPayoutAccount(who: Person) {
  const [creator, creatorId] = [apps.payouts.as(who), who.id]
  const email = `${creatorId}@people.example`
  await apps.payouts.deliver(CreatorRegistered.of({ creatorId, email, version: 1 }))
  await creator.post('/payout-account/onboarding', {})
  const accounts = (await fetch(`${sandbox.url}/_sandbox/accounts`).then((answer) => answer.json())) as {
    id: string
    contact_email?: string
  }[]
  const account = accounts.find(({ contact_email }) => contact_email === email) ?? expect.unreachable('account not opened')
  await atSandbox(`accounts/${account.id}`, { outcome: 'complete' })
  expect((await creator.post('/payout-account/refresh')).body.status).toBe('active')
}

test('62 % of the goal pays half, returns half of the credits, and reaches Stripe by itself', { timeout: 240_000 }, async () => {
  await atSandbox('balance', { amount: 100_000 })
  const partnership = await anInvitation({ weeklyViewsGoal: 20_000 })
  const { id, creator, answer, publish, credits, balance, history } = partnership
  await openPayoutAccount(creator)
  expect(await credits()).toEqual({ available: 0, held: 20_000, spent: 0 })
  expect((await answer('acceptance')).status).toBe(201)
  await eventually(async () => expect(await history()).toMatchObject({ assignmentId: id }), SOON)
  await publish({ kind: 'points', points: [{ afterHours: 24, views: 12_400 }] })
  for (let days = 0; days < 7; days += 1) await aDay()
  await eventually(async () => expect((await partnership.partnership()).count.qualified).toBe(12_400), SOON)
  await aDay()
  await eventually(
    async () => expect(await partnership.partnership()).toMatchObject({ status: 'completed_at_50', payements: 'pending' }),
    SOON,
  )
  await eventually(async () => expect(await balance()).toMatchObject({ held: 200, payable: 0 }), SOON)
  expect(await credits()).toEqual({ available: 0, held: 20_000, spent: 0 })
  for (let days = 0; days < 3; days += 1) await aDay()
  await eventually(
    async () => expect(await partnership.partnership()).toMatchObject({ settledAt: expect.any(String), payements: 'payed' }),
    SOON,
  )
  expect(await credits()).toEqual({ available: 10_000, held: 0, spent: 10_000 })
  expect(await balance()).toMatchObject({ held: 0, payable: 0, inTransfer: 0, paid: 200 })
  const [seenByBrand, seenByCreator] = [await partnership.partnership(), await partnership.partnership(creator)]
  expect(seenByCreator.decisions).toEqual(seenByBrand.decisions)
  expect(seenByBrand.decisions).toMatchObject([{ tier: 50 }, { isFinal: true, tier: 50, cents: 200, consumed: 10_000, returned: 10_000 }])
  expect(await checkLedger()).toMatch(/sound/)
})

test('100 % completes at the next settlement, and the pay stays payable without a payout account', { timeout: 240_000 }, async () => {
  const partnership = await anInvitation({ weeklyViewsGoal: 3_000 })
  const { id, answer, publish, credits, balance, history } = partnership
  await answer('acceptance')
  await eventually(async () => expect(await history()).toMatchObject({ assignmentId: id }), SOON)
  await publish({ kind: 'points', points: [{ afterHours: 1, views: 3_100 }] })
  clock.advance({ hours: 2 })
  await aDay()
  await eventually(async () => expect(await partnership.partnership()).toMatchObject({ status: 'completed' }), SOON)
  for (let days = 0; days < 3; days += 1) await aDay()
  await eventually(async () => expect(await partnership.partnership()).toMatchObject({ settledAt: expect.any(String) }), SOON)
  await eventually(async () => expect(await balance()).toMatchObject({ payable: 60, paid: 0 }), SOON)
  expect(await credits()).toEqual({ available: 0, held: 0, spent: 3_000 })
  expect(await partnership.partnership()).toMatchObject({ payements: 'pending', decisions: [{ tier: 100 }, { tier: 100 }] })
  expect(await checkLedger()).toMatch(/sound/)
})

test('a refusal, a withdrawal, the 24th hour and a campaign sign-up return the credits within a minute', { timeout: 120_000 }, async () => {
  const [refused, withdrawn, expired, superseded] = [
    await anInvitation({ weeklyViewsGoal: 1_000 }),
    await anInvitation({ weeklyViewsGoal: 1_000 }),
    await anInvitation({ weeklyViewsGoal: 1_000 }),
    await anInvitation({ weeklyViewsGoal: 1_000 }),
  ]
  await refused.answer('refusal')
  await withdrawn.withdraw()
  const { id: campaignId } = await aCampaign({ viewsGoal: 1_000, brand: superseded.brand })
  const { accountId, creator } = superseded
  expect((await apps.campaigns.as(creator).post(`/public-campaigns/${campaignId}/sign-ups`, { accountId })).status).toBe(201)
  await eventually(async () => expect(await superseded.show()).toMatchObject({ status: 'rejected', campaignId }), SOON)
  clock.advance({ hours: 24 })
  for (const one of [refused, withdrawn, expired])
    await eventually(async () => expect(await one.credits()).toEqual({ available: 1_000, ...NOTHING_HELD }), SOON)
  await eventually(async () => expect(await superseded.credits()).toEqual({ available: 1_000, held: 1_000, spent: 0 }), SOON)
  expect([await refused.show(), await withdrawn.show(), await expired.show(), await superseded.show()]).toMatchObject([
    { status: 'rejected' },
    { status: 'withdrawn' },
    { status: 'expired' },
    { status: 'rejected' },
  ])
  expect(await checkLedger()).toMatch(/sound/)
})
