import { addDays } from '@reelfair/rules'
import { movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { campaigns as store } from '../store/campaigns.ts'
import { aCampaign, aCreatorWithAccount, aRunningCampaign, aSignUp, counted } from '../testing/a-campaign.ts'
import { settleCampaign } from './settle-campaign.ts'
import { settleDues } from './settle-day.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' }, workers: false })

const gone = { status: 200, body: { isGone: true } }
const ended = { status: 200, body: { isGone: false } }
const consumed = { status: 409, body: { code: 'campaign_consumed' } }
const stored = (id: string) =>
  app.context().connection.collection<{ _id: string; [field: string]: unknown }>('campaigns').findOne({ _id: id })
const publicIds = async (creator: ReturnType<typeof person>) =>
  (await app.as(creator).get('/public-campaigns')).body.items.map((one: { id: string }) => one.id)

test('a campaign that nobody has joined is gone at once: its credits are free', async () => {
  const { id, brand, said } = await aRunningCampaign(app)
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
  expect((await app.as(brand).get(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(brand).get('/campaigns')).body.items).toEqual([])
  expect(await said('campaign.ended')).toMatchObject([{ charged: 0, reserved: 0, kept: 0, status: 'failed' }])
  expect(await said('campaign.settled')).toMatchObject([{ charged: 0 }])
  expect((await app.as(brand).del(`/campaigns/${id}`)).status).toBe(404)
})

test('one that somebody has joined ends at once, and stays until its last figures are in; asked for again nothing changes', async () => {
  const { id, brand, show, said } = await aRunningCampaign(app)
  const { creator, id: signUpId } = await aSignUp(app, id)
  const later = await aCreatorWithAccount(app)
  expect(await publicIds(later.creator)).toContain(id)
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  const at = clock.now().toISOString()
  const view = await show()
  expect(view).toMatchObject({ status: 'failed', phase: 'ended', endedAt: at, deleteRequestedAt: at, payableAt: expect.any(String) })
  expect(await publicIds(later.creator)).not.toContain(id)
  expect(await later.joins(id)).toMatchObject({ status: 409, body: { code: 'campaign_ended' } })
  expect((await app.as(brand).get('/campaigns?tab=expired')).body.items).toMatchObject([{ id }])
  expect((await app.as(creator).get('/sign-ups')).body.items).toMatchObject([{ campaignId: id, state: 'ended', endedAt: at }])
  // The last look has found something: the answer is what it was.
  await app.hear(counted(signUpId, 1, { qualified: 900, isFinal: 'end' }))
  clock.advance({ minutes: 5 })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  expect(await show()).toEqual({ ...view, hasViews: true })
  expect(await said('campaign.ended')).toMatchObject([{ charged: 0, reserved: 0, kept: 10_000, endedAt: at }])
})

test('views that were brought and not read before it was asked for are paid, and it stays with its receipt', async () => {
  const { id, brand, show, said } = await aRunningCampaign(app)
  const { id: signUpId, creator } = await aSignUp(app, id)
  const receipt = async () => (await app.as(creator).get(`/sign-ups/${signUpId}/receipt`)).body
  expect(await receipt()).toMatchObject({ isOver: false, isFinal: false })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  expect(await receipt()).toMatchObject({ isOver: true, isFinal: false })
  await app.hear(counted(signUpId, 1, { qualified: 900, isFinal: 'end' }))
  await settleDues('2026-11-22', app.context())
  expect(await show()).toMatchObject({ phase: 'ended', actualViews: 900 })
  await app.hear(counted(signUpId, 2, { qualified: 1_000, isFinal: 'checks' }))
  await settleDues('2026-11-24', app.context())
  expect(await show()).toMatchObject({ status: 'failed', phase: 'settled', actualViews: 1_000 })
  expect(await said('signup.settled')).toMatchObject([{ charged: 1_000, cents: 10 }])
  expect(await said('campaign.settled')).toMatchObject([{ charged: 1_000 }])
  expect(await receipt()).toMatchObject({ cents: 10, isOver: true, isFinal: true })
  // Now somebody was paid for it.
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(consumed)
})

test.each([
  [500, 'no view', {}],
  [500, 'no view that counts', { excluded: [{ reason: 'code_missing', views: 700 }] }],
  [1, 'no view', {}],
] as const)('settled %i sign-ups at once with %s, it goes with its last word', async (most, _, facts) => {
  const { id, brand, said } = await aRunningCampaign(app)
  const joined = [await aSignUp(app, id), await aSignUp(app, id)]
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  for (const { id: signUpId } of joined) await app.hear(counted(signUpId, 1, { ...facts, isFinal: 'end' }))
  await settleDues('2026-11-23', app.context(), most)
  expect((await app.as(brand).get(`/campaigns/${id}`)).body).toMatchObject({ phase: 'ended' })
  for (const { id: signUpId } of joined) await app.hear(counted(signUpId, 2, { ...facts, isFinal: 'checks' }))
  await settleDues('2026-11-24', app.context(), most)
  expect((await app.as(brand).get(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(brand).get('/campaigns')).body.items).toEqual([])
  expect(await said('campaign.settled')).toMatchObject([{ charged: 0, status: 'failed' }])
  const [one] = (await app.as(joined[0]!.creator).get('/sign-ups')).body.items
  expect(one).toMatchObject({ campaignId: id, state: 'withdrawn', cents: 0 })
  expect((await stored(id))?.deletedAt).toEqual((await stored(id))?.settledAt)
  expect((await app.as(brand).del(`/campaigns/${id}`)).status).toBe(404)
})

test.each([500, 1])(
  'settled %i sign-ups at once with a network that stays away, it is kept for its brand to see, and goes when asked for again',
  async (most) => {
    const { id, brand, show, said } = await aRunningCampaign(app)
    const joined = [await aSignUp(app, id), await aSignUp(app, id)]
    const first = (await stored(id))?.nextSettlement as string
    expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
    // Of one the last figures came, of the other none at all until the deadline.
    await app.hear(counted(joined[0]!.id, 1, { isFinal: 'checks' }))
    for (const day of times(8, (index) => addDays(first, index))) await settleDues(day, app.context(), most)
    expect(await said('campaign.settled')).toMatchObject([{ charged: 0 }])
    expect(await show()).toMatchObject({ phase: 'settled', actualViews: 0, deleteRequestedAt: expect.any(String) })
    expect((await stored(id))?.deletedAt).toBeUndefined()
    expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
  },
)

test('views that were counted keep it, in the words of the specification, also before they are settled', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  const listed = async () => (await app.as(brand).get('/campaigns')).body.items
  expect([await show(), ...(await listed())]).toMatchObject([{ hasViews: false }, { hasViews: false }])
  await app.hear(counted(signUpId, 1, { excluded: [{ reason: 'code_missing', views: 1 }] }))
  // No screen offers it from now on.
  expect([await show(), ...(await listed())]).toMatchObject([{ hasViews: true }, { hasViews: true }])
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'campaign_consumed', detail: 'Cannot delete: views already consumed' },
  })
  expect((await show()).status).toBe('active')
})

test('one whose time is over stays while figures may still come, also when it was asked for: its creators are paid for them', async () => {
  const { id, brand, said, show } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  const [inChecks, empty] = [await aRunningCampaign(app, { brand }), await aRunningCampaign(app, { brand })]
  const { id: unseen } = await aSignUp(app, inChecks.id)
  clock.advance({ days: 7 })
  const end = clock.now().toISOString()
  // At its end to the millisecond, and before anybody has settled that.
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  expect(await show()).toMatchObject({ endsAt: end, endedAt: end, phase: 'ended' })
  clock.advance({ hours: 20 })
  await settleDues('2026-11-29', app.context())
  expect(await inChecks.said('campaign.ended')).toMatchObject([{ charged: 0, endedAt: end }])
  expect(await app.as(brand).del(`/campaigns/${inChecks.id}`)).toMatchObject(ended)
  expect(await inChecks.said('campaign.ended')).toHaveLength(1)
  await app.hear(counted(signUpId, 1, { qualified: 1_000, isFinal: 'checks' }))
  await app.hear(counted(unseen, 1, { isFinal: 'checks' }))
  await settleDues('2026-12-01', app.context())
  expect(await said('signup.settled')).toMatchObject([{ charged: 1_000, cents: 10 }])
  expect((await show()).phase).toBe('settled')
  expect((await inChecks.show()).code).toBe('not_found')
  // Nobody waits for this one.
  expect(await app.as(brand).del(`/campaigns/${empty.id}`)).toMatchObject(gone)
})

test('one that was settled without a view goes at once', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  const day = (date: Date) => date.toISOString().slice(0, 10)
  clock.advance({ days: 10 })
  await app.hear(counted(signUpId, 1, { isFinal: 'checks' }))
  await settleDues(day(clock.now()), app.context())
  expect((await show()).phase).toBe('settled')
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
})

test('one that still waits for its credits goes too, and stays gone when they come', async () => {
  const { id, brand, held, said } = await aCampaign(app)
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
  await app.hear(held)
  expect(await said('campaign.activated')).toEqual([])
  expect(await said('campaign.settled')).toHaveLength(1)
})

test('another brand’s campaign is not found, neither to be renamed nor to be taken away', async () => {
  const { id, show } = await aRunningCampaign(app)
  const other = person('brand')
  expect((await app.as(other).del(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(other).patch(`/campaigns/${id}`, { name: 'Mine' })).status).toBe(404)
  expect(await show()).toMatchObject({ name: 'Winter', status: 'active' })
})

test('a campaign is renamed; its creators keep what it was called when they joined', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { creator } = await aSignUp(app, id)
  expect(await app.as(brand).patch(`/campaigns/${id}`, { name: '  Spring ' })).toMatchObject({ status: 200, body: { name: 'Spring' } })
  expect((await show()).name).toBe('Spring')
  expect((await app.as(creator).get('/sign-ups')).body.items).toMatchObject([{ campaignName: 'Spring', terms: { campaignName: 'Winter' } }])
  expect((await app.as(brand).patch(`/campaigns/${id}`, { name: ' ' })).status).toBe(400)
})

test('taken away while twenty sign up: nobody is left in a campaign that has silently gone, all others are told that it is over', {
  timeout: 60_000,
}, async () => {
  const { id, brand, said } = await aRunningCampaign(app)
  const creators = await Promise.all(times(20, () => aCreatorWithAccount(app)))
  const [deleted, ...answers] = await Promise.all([app.as(brand).del(`/campaigns/${id}`), ...creators.map(({ joins }) => joins(id))])
  const joined = answers.filter(({ status }) => status === 201).length
  // Before the first of them it is gone; after, it ends, and its credits are kept for them.
  expect(deleted).toMatchObject(joined === 0 ? gone : ended)
  expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)).toEqual(
    times(20 - joined, () => (joined === 0 ? 'campaign_unavailable' : 'campaign_ended')),
  )
  expect(await app.context().connection.collection('sign_ups').countDocuments({ campaignId: id })).toBe(joined)
  const after = await stored(id)
  expect(after).toMatchObject({ signUps: joined, status: 'failed', [joined === 0 ? 'deletedAt' : 'deleteRequestedAt']: clock.now() })
  expect(after).not.toHaveProperty(joined === 0 ? 'deleteRequestedAt' : 'deletedAt')
  expect(await said('campaign.ended')).toMatchObject([{ kept: joined === 0 ? 0 : 10_000 }])
  expect(await said('campaign.settled')).toHaveLength(joined === 0 ? 1 : 0)
})

test('deleted by ten at once, it ends once and all hear the same', { timeout: 60_000 }, async () => {
  const { id, brand, said } = await aRunningCampaign(app)
  await aSignUp(app, id)
  const answers = await Promise.all(times(10, () => app.as(brand).del(`/campaigns/${id}`)))
  for (const answer of answers) expect(answer).toMatchObject(ended)
  expect(await said('campaign.ended')).toHaveLength(1)
  expect(await stored(id)).toMatchObject({ version: 4 })
})

// 500: settled at once. 1: in parts.
test.each([500, 1])(
  'deleted while its night is settled, %i sign-ups at once: what is read is paid, whoever is first',
  { timeout: 60_000 },
  async (most) => {
    for (const _ of times(5, Boolean)) {
      const { id, brand, said } = await aRunningCampaign(app, { viewsGoal: 10_000 })
      const joined = [await aSignUp(app, id), await aSignUp(app, id)]
      const first = (await stored(id))?.nextSettlement as string
      const days = times(3, (index) => addDays(first, index))
      const asked = () => app.as(brand).del(`/campaigns/${id}`)
      const [answer] = await Promise.all([asked(), settleDues(first, app.context(), most)])
      // In the moments in which a night is carried out part by part one is asked to try again.
      if (answer.status !== 200) expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await asked()).toMatchObject(ended)
      for (const { id: one } of joined) await app.hear(counted(one, 1, { qualified: 600, isFinal: 'checks' }))
      for (const day of days) await settleDues(day, app.context(), most)
      expect(await said('campaign.ended')).toHaveLength(1)
      expect(await said('campaign.settled')).toMatchObject([{ charged: 1_200 }])
      const after = await stored(id)
      expect(after).toMatchObject({ charged: 1_200, status: 'failed' })
      for (const field of ['nextSettlement', 'deletedAt', 'plan']) expect(after).not.toHaveProperty(field)
    }
  },
)

test('deleted between the reckoning of a large night and its first commit, it has ended, and that night is made up for the next time', async () => {
  const { id, brand, said } = await aRunningCampaign(app)
  const joined = [await aSignUp(app, id), await aSignUp(app, id)]
  const ctx = app.context()
  const campaign = (await store.byId(ctx, id)) ?? expect.unreachable()
  const day = campaign.nextSettlement ?? expect.unreachable()
  let answer: unknown
  const transact: typeof ctx.transact = async (work) => {
    answer ??= await app.as(brand).del(`/campaigns/${id}`)
    return ctx.transact(work)
  }
  await settleCampaign(campaign, day, { ...ctx, transact }, 1)
  expect(answer).toMatchObject(ended)
  const after = await stored(id)
  expect(after).toMatchObject({ status: 'failed', nextSettlement: day, endedAt: clock.now() })
  expect(after).not.toHaveProperty('plan')
  for (const { id: one } of joined) await app.hear(counted(one, 1, { qualified: 10, isFinal: 'checks' }))
  for (const night of times(4, (index) => addDays(day, index))) await settleDues(night, ctx, 1)
  expect(await said('campaign.settled')).toMatchObject([{ charged: 20 }])
})

test('while a night of it is carried out part by part one is asked to try again, and it neither ends nor is held up', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  await aSignUp(app, id)
  const row = app.context().connection.collection<{ _id: string }>('campaigns')
  const { status, charged, reserved, observedViews, nextSettlement: day } = (await stored(id)) as Record<string, unknown>
  const result = { status, charged, reserved, observedViews }
  await row.updateOne({ _id: id }, { $set: { plan: { day, parts: 0, applied: 0, result } } })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await settleDues(day as string, app.context())
  expect(await show()).toMatchObject({ phase: 'open' })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
})
