/** From a video on a network to money: campaigns, metrics and payouts beside each other, before the sandbox, by nothing but the clock. */
import { campaigns } from '@reelfair/campaigns/app'
import { AccountVerified, BrandRegistered } from '@reelfair/contracts'
import { metrics } from '@reelfair/metrics/app'
import { payouts } from '@reelfair/payouts/app'
import { businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import { eventually, person, startService } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { expect, test } from 'vitest'
import { startOutside } from '../start-outside.ts'

const { sandbox, startedWith } = await startOutside('http://localhost:4000')
const { clock } = sandbox
const campaignsApp = await startService(campaigns, startedWith('campaigns'))
const payoutsApp = await startService(payouts, { ...startedWith('payouts'), beside: campaignsApp })
const metricsApp = await startService(metrics, { ...startedWith('metrics'), beside: campaignsApp })

const command = async (name: string, args: object) =>
  [...(payouts.commands ?? []), ...(metrics.commands ?? [])]
    .find((one) => one.name === name)
    ?.run(args, (name === 'recount' ? metricsApp : payoutsApp).context())

async function outside(path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(`${sandbox.url}/_sandbox/social/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { id: string }
}

const SOON = { within: 30_000 }

/** An hour after the next settlement, when it is over. */
async function aDay() {
  const day = nextDay(businessDayOf(clock.now()))
  clock.set(instantOf(day, '00:01'))
  await eventually(async () => expect((await metricsApp.emitted('refresh.completed')).some((event) => event.day === day)).toBe(true), SOON)
  clock.set(instantOf(day, '03:00'))
  return day
}

test('organic views become credits used and cents paid; a bot spike is excluded and says so; the receipt rests on what was observed', {
  timeout: 180_000,
}, async () => {
  const [brand, creator] = [person('brand'), person('creator')]
  await payoutsApp.hear(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await command('grant-credits', { brandId: brand.id, credits: 50_000, reason: 'test' })
  const logo = await campaignsApp.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } })
  const link = 'https://alpine.example'
  const draft = { name: 'Winter', viewsGoal: 50_000, category: 'Food_Cooking', network: 'instagram', link, mediaId: logo.body.id }
  const { id } = (await campaignsApp.as(brand).post('/campaigns', draft)).body
  const campaign = async () => (await campaignsApp.as(brand).get(`/campaigns/${id}`)).body
  await eventually(async () => expect((await campaign()).status).toBe('active'), SOON)

  const { id: externalId } = await outside('accounts', { network: 'instagram', username: 'lea.films', bio: link, averageViews: 9_000 })
  const accountId = crypto.randomUUID()
  const facts = { language: 'en', category: 'Food_Cooking', followers: 9_000, averageViews: 9_000, isPublic: true, version: 2 }
  const account = { accountId, creatorId: creator.id, network: 'instagram', username: 'lea.films', externalId }
  for (const app of [campaignsApp, metricsApp]) await app.hear(AccountVerified.of({ ...account, ...facts }))
  const { status, body: signUp } = await campaignsApp.as(creator).post(`/public-campaigns/${id}/sign-ups`, { accountId })
  expect(status).toBe(201)
  const history = async () => (await metricsApp.as(creator).get(`/assignments/${signUp.id}/history`)).body
  await eventually(async () => expect(await history()).toMatchObject({ assignmentId: signUp.id }), SOON)

  const caption = `${signUp.code} Commercial collaboration`
  await outside(`accounts/${externalId}/videos`, { caption, curve: { kind: 'organic', views: 20_000, seed: 'a' } })
  await outside(`accounts/${externalId}/videos`, { caption, curve: { kind: 'bot_spike', views: 25_000, seed: 'b', turnAfterHours: 40 } })
  const balance = async () => (await payoutsApp.as(creator).get('/balance')).body
  const cents = () => history().then(({ qualified }) => Math.floor(qualified / 100))

  await aDay()
  await eventually(async () => expect(await balance()).toMatchObject({ accruing: await cents() }), SOON)
  for (let days = 0; days < 3; days += 1) await aDay()
  await eventually(async () => expect((await campaign()).reservedViews).toBeGreaterThan(15_000), SOON)
  for (let days = 0; days < 7; days += 1) await aDay()

  await eventually(async () => expect(await campaign()).toMatchObject({ status: 'failed', phase: 'settled', reservedViews: 0 }), SOON)
  const final = await history()
  expect(final).toMatchObject({ isFinal: 'checks', inReview: 0, excluded: [{ reason: 'not_human' }] })
  expect(final.observed).toBe(final.qualified + final.excluded[0].views)
  await eventually(async () => expect(await balance()).toMatchObject({ accruing: 0, held: 0, payable: await cents() }), SOON)
  const credits = (await payoutsApp.as(brand).get('/credits')).body
  expect(credits).toEqual({ available: 50_000 - final.qualified, held: 0, spent: final.qualified })

  const receipt = (await campaignsApp.as(creator).get(`/sign-ups/${signUp.id}/receipt`)).body
  const lines = (await command('recount', {}))?.split('\n').map((line) => JSON.parse(line)) ?? []
  expect(lines.at(-1)).toEqual({ recounted: 1, differ: 0 })
  const recounted = lines.map(({ totals }) => totals?.qualified)
  expect(receipt.days.length).toBeGreaterThan(2)
  for (const { qualified } of receipt.days) expect(recounted).toContain(qualified)
})
