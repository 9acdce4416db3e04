/** Runs the campaigns, metrics and payouts services against the sandbox; tests control only its clock. */
import { metrics } from '@reelfair/metrics/app'
import { payouts } from '@reelfair/payouts/app'
import { eventually } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

const { apps, clock, aCampaign, aSignUp, aDay, hoursUntilNoonIn } = await startMarket()
const SOON = { within: 30_000 }

test('charges and pays for organic views, excludes a bot spike, and bases the receipt on observations', { timeout: 180_000 }, async () => {
  const { id, brand, show } = await aCampaign({ viewsGoal: 50_000 })
  const signUp = await aSignUp(id)
  await signUp.publish({ kind: 'organic', views: 20_000, seed: 'a' })
  await signUp.publish({ kind: 'bot_spike', views: 25_000, seed: 'b', turnAfterHours: hoursUntilNoonIn(2) })
  const { balance, history } = signUp
  const cents = () => history().then(({ qualified }) => Math.floor(qualified / 100))

  await aDay()
  await eventually(async () => expect(await balance()).toMatchObject({ accruing: await cents() }), SOON)
  for (let days = 0; days < 3; days += 1) await aDay()
  await eventually(async () => expect((await show()).reservedViews).toBeGreaterThan(15_000), SOON)
  for (let days = 0; days < 7; days += 1) await aDay()

  await eventually(async () => expect(await show()).toMatchObject({ status: 'failed', phase: 'settled', reservedViews: 0 }), SOON)
  const final = await history()
  expect(final).toMatchObject({ isFinal: 'checks', inReview: 0, excluded: [{ reason: 'not_human' }] })
  expect(final.observed).toBe(final.qualified + final.excluded[0].views)
  await eventually(async () => expect(await balance()).toMatchObject({ accruing: 0, held: 0, payable: await cents() }), SOON)
  const credits = (await apps.payouts.as(brand).get('/credits')).body
  expect(credits).toEqual({ available: 50_000 - final.qualified, held: 0, spent: final.qualified })

  const receipt = await signUp.receipt()
  const recount = metrics.commands?.find(({ name }) => name === 'recount')
  const lines = (await recount?.run({}, apps.metrics.context()))?.split('\n').map((line) => JSON.parse(line)) ?? []
  expect(lines.at(-1)).toEqual({ recounted: 1, differ: 0 })
  expect(receipt.days.length).toBeGreaterThan(2)
  for (const { revision, qualified } of receipt.days)
    expect(lines.find((line) => line.revision === revision)).toMatchObject({ totals: { qualified } })
})

const checkLedger = () => payouts.commands?.find(({ name }) => name === 'check-ledger')?.run({}, apps.payouts.context())

test('pays for the views of a campaign deleted on its first day, and returns the unused credits', { timeout: 180_000 }, async () => {
  // Advances to 03:00, long before the next nightly refresh.
  await aDay()
  const [used, unused] = [await aCampaign({ viewsGoal: 20_000 }), await aCampaign({ viewsGoal: 20_000 })]
  const [one, idle, late] = [await aSignUp(used.id), await aSignUp(used.id), await aSignUp(unused.id)]
  await one.publish({
    kind: 'points',
    points: [
      { afterHours: 2, views: 3_000 },
      { afterHours: 4, views: 9_000 },
    ],
  })
  clock.advance({ hours: 2 })
  const deleteCampaign = async ({ id, brand }: typeof used) => (await apps.campaigns.as(brand).del(`/campaigns/${id}`)).body
  for (const campaign of [used, unused, used]) expect(await deleteCampaign(campaign)).toEqual({ isGone: false })
  const endedAt = (await used.show()).endedAt as string
  expect(clock.now().getTime() - Date.parse(endedAt)).toBeLessThan(60_000)
  await late.publish({ kind: 'points', points: [{ afterHours: 1, views: 5_000 }] })
  const credits = async ({ brand }: typeof used) => (await apps.payouts.as(brand).get('/credits')).body
  await eventually(async () => expect(await one.history()).toMatchObject({ isFinal: 'end' }), SOON)
  expect(await credits(unused)).toEqual({ available: 0, held: 20_000, spent: 0 })

  await aDay()
  await eventually(async () => expect(await one.balance()).toMatchObject({ held: 30 }), SOON)
  for (let days = 0; days < 3; days += 1) await aDay()
  await eventually(async () => expect(await used.show()).toMatchObject({ status: 'failed', phase: 'settled' }), SOON)
  const { actualViews: charged } = await used.show()
  // Expects 3,000 views in two hours, plus a few more before the deletion.
  expect(charged).toBeGreaterThanOrEqual(3_000)
  expect(charged).toBeLessThan(3_100)
  const cents = Math.floor(charged / 100)
  await eventually(async () => expect(await one.balance()).toMatchObject({ held: 0, payable: cents, earned: cents }), SOON)
  expect(await one.receipt()).toMatchObject({ charged, cents, isFinal: true })
  await eventually(async () => expect(await credits(used)).toEqual({ available: 20_000 - charged, held: 0, spent: charged }), SOON)
  expect(await idle.balance()).toMatchObject({ earned: 0 })

  await eventually(async () => expect((await unused.show()).code).toBe('not_found'), SOON)
  await eventually(async () => expect(await credits(unused)).toEqual({ available: 20_000, held: 0, spent: 0 }), SOON)
  expect(await late.history()).toMatchObject({ isFinal: 'checks', observed: 0 })
  expect((await apps.campaigns.as(late.creator).get('/sign-ups')).body.items).toMatchObject([{ state: 'withdrawn', cents: 0 }])
  expect(await checkLedger()).toMatch(/sound/)
})
