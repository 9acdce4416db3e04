/** From a video on a network to money: campaigns, metrics and payouts beside each other, before the sandbox, by nothing but the clock. */
import { metrics } from '@reelfair/metrics/app'
import { eventually } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMarket } from './start-market.ts'

const { apps, aCampaign, aSignUp, aDay } = await startMarket()
const SOON = { within: 30_000 }

test('organic views become credits used and cents paid; a bot spike is excluded and says so; the receipt rests on what was observed', {
  timeout: 180_000,
}, async () => {
  const { id, brand, show } = await aCampaign({ viewsGoal: 50_000 })
  const signUp = await aSignUp(id)
  await signUp.publish({ kind: 'organic', views: 20_000, seed: 'a' })
  await signUp.publish({ kind: 'bot_spike', views: 25_000, seed: 'b', turnAfterHours: 40 })
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
  // Each line names the count that it rests on.
  for (const { revision, qualified } of receipt.days)
    expect(lines.find((line) => line.revision === revision)).toMatchObject({ totals: { qualified } })
})
