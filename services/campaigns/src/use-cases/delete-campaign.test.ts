import { addDays } from '@reelfair/rules'
import { movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { campaigns as store } from '../store/campaigns.ts'
import { aCampaign, aCreatorWithAccount, aRunningCampaign, aSignUp, viewsQualified } from '../testing/a-campaign.ts'
import { settleCampaign } from './settle-campaign.ts'
import { settleDueCampaigns } from './settle-day.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' }, workers: false })

const gone = { status: 200, body: { isGone: true } }
const ended = { status: 200, body: { isGone: false } }
const consumed = { status: 409, body: { code: 'campaign_consumed' } }
const stored = (id: string) =>
  app.context().connection.collection<{ _id: string; [field: string]: unknown }>('campaigns').findOne({ _id: id })
const publicIds = async (creator: ReturnType<typeof person>) =>
  (await app.as(creator).get('/public-campaigns')).body.items.map((one: { id: string }) => one.id)

test('immediately deletes a campaign without sign-ups and releases its credits', async () => {
  const { id, brand, emitted } = await aRunningCampaign(app)
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
  expect((await app.as(brand).get(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(brand).get('/campaigns')).body.items).toEqual([])
  expect(await emitted('campaign.ended')).toMatchObject([{ charged: 0, reserved: 0, kept: 0, status: 'failed' }])
  expect(await emitted('campaign.settled')).toMatchObject([{ charged: 0 }])
  expect((await app.as(brand).del(`/campaigns/${id}`)).status).toBe(404)
})

test('immediately ends a campaign with sign-ups, keeps it until its final readings and ignores repeated requests', async () => {
  const { id, brand, show, emitted } = await aRunningCampaign(app)
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
  await app.deliver(viewsQualified(signUpId, 1, { qualified: 900, isFinal: 'end' }))
  clock.advance({ minutes: 5 })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  expect(await show()).toEqual({ ...view, hasViews: true })
  expect(await emitted('campaign.ended')).toMatchObject([{ charged: 0, reserved: 0, kept: 10_000, endedAt: at }])
})

test('pays for views that are counted after the deletion request, and keeps the campaign and its receipt', async () => {
  const { id, brand, show, emitted } = await aRunningCampaign(app)
  const { id: signUpId, creator } = await aSignUp(app, id)
  const receipt = async () => (await app.as(creator).get(`/sign-ups/${signUpId}/receipt`)).body
  expect(await receipt()).toMatchObject({ isOver: false, isFinal: false })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  expect(await receipt()).toMatchObject({ isOver: true, isFinal: false })
  await app.deliver(viewsQualified(signUpId, 1, { qualified: 900, isFinal: 'end' }))
  await settleDueCampaigns('2026-11-22', app.context())
  expect(await show()).toMatchObject({ phase: 'ended', actualViews: 900 })
  await app.deliver(viewsQualified(signUpId, 2, { qualified: 1_000, isFinal: 'checks' }))
  await settleDueCampaigns('2026-11-24', app.context())
  expect(await show()).toMatchObject({ status: 'failed', phase: 'settled', actualViews: 1_000 })
  expect(await emitted('signup.settled')).toMatchObject([{ charged: 1_000, cents: 10 }])
  expect(await emitted('campaign.settled')).toMatchObject([{ charged: 1_000 }])
  expect(await receipt()).toMatchObject({ cents: 10, isOver: true, isFinal: true })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(consumed)
})

test.each([
  [500, 'no views', {}],
  [500, 'only excluded views', { excluded: [{ reason: 'code_missing', views: 700 }] }],
  [1, 'no views', {}],
] as const)('with %i sign-ups per transaction, deletes a campaign with %s at its final settlement', async (most, _, facts) => {
  const { id, brand, emitted } = await aRunningCampaign(app)
  const joined = [await aSignUp(app, id), await aSignUp(app, id)]
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  for (const { id: signUpId } of joined) await app.deliver(viewsQualified(signUpId, 1, { ...facts, isFinal: 'end' }))
  await settleDueCampaigns('2026-11-23', app.context(), most)
  expect((await app.as(brand).get(`/campaigns/${id}`)).body).toMatchObject({ phase: 'ended' })
  for (const { id: signUpId } of joined) await app.deliver(viewsQualified(signUpId, 2, { ...facts, isFinal: 'checks' }))
  await settleDueCampaigns('2026-11-24', app.context(), most)
  expect((await app.as(brand).get(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(brand).get('/campaigns')).body.items).toEqual([])
  expect(await emitted('campaign.settled')).toMatchObject([{ charged: 0, status: 'failed' }])
  const [one] = (await app.as(joined[0]!.creator).get('/sign-ups')).body.items
  expect(one).toMatchObject({ campaignId: id, state: 'withdrawn', cents: 0 })
  expect((await stored(id))?.deletedAt).toEqual((await stored(id))?.settledAt)
  expect((await app.as(brand).del(`/campaigns/${id}`)).status).toBe(404)
})

test.each([500, 1])(
  '%i sign-ups per transaction: keeps a campaign whose final reading is missing until its brand requests deletion again',
  async (most) => {
    const { id, brand, show, emitted } = await aRunningCampaign(app)
    const joined = [await aSignUp(app, id), await aSignUp(app, id)]
    const first = (await stored(id))?.nextSettlement as string
    expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
    await app.deliver(viewsQualified(joined[0]!.id, 1, { isFinal: 'checks' }))
    for (const day of times(8, (index) => addDays(first, index))) await settleDueCampaigns(day, app.context(), most)
    expect(await emitted('campaign.settled')).toMatchObject([{ charged: 0 }])
    expect(await show()).toMatchObject({ phase: 'settled', actualViews: 0, deleteRequestedAt: expect.any(String) })
    expect((await stored(id))?.deletedAt).toBeUndefined()
    expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
  },
)

test('rejects deletion with the specified message once views have been counted, even before they are settled', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  const listed = async () => (await app.as(brand).get('/campaigns')).body.items
  expect([await show(), ...(await listed())]).toMatchObject([{ hasViews: false }, { hasViews: false }])
  await app.deliver(viewsQualified(signUpId, 1, { excluded: [{ reason: 'code_missing', views: 1 }] }))
  // Screens do not offer deletion when `hasViews` is true.
  expect([await show(), ...(await listed())]).toMatchObject([{ hasViews: true }, { hasViews: true }])
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'campaign_consumed', detail: 'Cannot delete: views already consumed' },
  })
  expect((await show()).status).toBe('active')
})

test('keeps a campaign past its end while final readings are pending, and pays its creators', async () => {
  const { id, brand, emitted, show } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  const [inChecks, empty] = [await aRunningCampaign(app, { brand }), await aRunningCampaign(app, { brand })]
  const { id: unseen } = await aSignUp(app, inChecks.id)
  clock.advance({ days: 7 })
  const end = clock.now().toISOString()
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
  expect(await show()).toMatchObject({ endsAt: end, endedAt: end, phase: 'ended' })
  clock.advance({ hours: 20 })
  await settleDueCampaigns('2026-11-29', app.context())
  expect(await inChecks.emitted('campaign.ended')).toMatchObject([{ charged: 0, endedAt: end }])
  expect(await app.as(brand).del(`/campaigns/${inChecks.id}`)).toMatchObject(ended)
  expect(await inChecks.emitted('campaign.ended')).toHaveLength(1)
  await app.deliver(viewsQualified(signUpId, 1, { qualified: 1_000, isFinal: 'checks' }))
  await app.deliver(viewsQualified(unseen, 1, { isFinal: 'checks' }))
  await settleDueCampaigns('2026-12-01', app.context())
  expect(await emitted('signup.settled')).toMatchObject([{ charged: 1_000, cents: 10 }])
  expect((await show()).phase).toBe('settled')
  expect((await inChecks.show()).code).toBe('not_found')
  expect(await app.as(brand).del(`/campaigns/${empty.id}`)).toMatchObject(gone)
})

test('immediately deletes a campaign that was settled without views', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  const day = (date: Date) => date.toISOString().slice(0, 10)
  clock.advance({ days: 10 })
  await app.deliver(viewsQualified(signUpId, 1, { isFinal: 'checks' }))
  await settleDueCampaigns(day(clock.now()), app.context())
  expect((await show()).phase).toBe('settled')
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
})

test('deletes a campaign that is waiting for its credits and does not start it when the credits arrive', async () => {
  const { id, brand, held, emitted } = await aCampaign(app)
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(gone)
  await app.deliver(held)
  expect(await emitted('campaign.activated')).toEqual([])
  expect(await emitted('campaign.settled')).toHaveLength(1)
})

test('does not let a brand rename or delete another brand’s campaign', async () => {
  const { id, show } = await aRunningCampaign(app)
  const other = person('brand')
  expect((await app.as(other).del(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(other).patch(`/campaigns/${id}`, { name: 'Mine' })).status).toBe(404)
  expect(await show()).toMatchObject({ name: 'Winter', status: 'active' })
})

test('renames a campaign and keeps the old name in its creators’ terms', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { creator } = await aSignUp(app, id)
  expect(await app.as(brand).patch(`/campaigns/${id}`, { name: '  Spring ' })).toMatchObject({ status: 200, body: { name: 'Spring' } })
  expect((await show()).name).toBe('Spring')
  expect((await app.as(creator).get('/sign-ups')).body.items).toMatchObject([{ campaignName: 'Spring', terms: { campaignName: 'Winter' } }])
  // Shown as a deleted account.
  for (const name of [' ', 'deleted-1234abcd']) expect((await app.as(brand).patch(`/campaigns/${id}`, { name })).status).toBe(400)
})

test('leaves no creator in a campaign deleted during 20 concurrent sign-ups, and rejects later sign-ups', {
  timeout: 60_000,
}, async () => {
  const { id, brand, emitted } = await aRunningCampaign(app)
  const creators = await Promise.all(times(20, () => aCreatorWithAccount(app)))
  const [deleted, ...answers] = await Promise.all([app.as(brand).del(`/campaigns/${id}`), ...creators.map(({ joins }) => joins(id))])
  const joined = answers.filter(({ status }) => status === 201).length
  expect(deleted).toMatchObject(joined === 0 ? gone : ended)
  expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)).toEqual(
    times(20 - joined, () => (joined === 0 ? 'campaign_unavailable' : 'campaign_ended')),
  )
  expect(await app.context().connection.collection('sign_ups').countDocuments({ campaignId: id })).toBe(joined)
  const after = await stored(id)
  expect(after).toMatchObject({ signUps: joined, status: 'failed', [joined === 0 ? 'deletedAt' : 'deleteRequestedAt']: clock.now() })
  expect(after).not.toHaveProperty(joined === 0 ? 'deleteRequestedAt' : 'deletedAt')
  expect(await emitted('campaign.ended')).toMatchObject([{ kept: joined === 0 ? 0 : 10_000 }])
  expect(await emitted('campaign.settled')).toHaveLength(joined === 0 ? 1 : 0)
})

test('ends a campaign only once and gives 10 concurrent deletions the same response', { timeout: 60_000 }, async () => {
  const { id, brand, emitted } = await aRunningCampaign(app)
  await aSignUp(app, id)
  const answers = await Promise.all(times(10, () => app.as(brand).del(`/campaigns/${id}`)))
  for (const answer of answers) expect(answer).toMatchObject(ended)
  expect(await emitted('campaign.ended')).toHaveLength(1)
  expect(await stored(id)).toMatchObject({ version: 4 })
})

// With up to 500 sign-ups per transaction, the campaign is settled in one transaction; with up to 1, it is settled in
// parts.
test.each([500, 1])(
  '%i sign-ups per transaction: pays all views when deletion and settlement run concurrently',
  { timeout: 60_000 },
  async (most) => {
    for (const _ of times(3, Boolean)) {
      const { id, brand, emitted } = await aRunningCampaign(app, { viewsGoal: 10_000 })
      const joined = [await aSignUp(app, id), await aSignUp(app, id)]
      const first = (await stored(id))?.nextSettlement as string
      const days = times(3, (index) => addDays(first, index))
      const asked = () => app.as(brand).del(`/campaigns/${id}`)
      const [answer] = await Promise.all([asked(), settleDueCampaigns(first, app.context(), most)])
      if (answer.status !== 200) expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await asked()).toMatchObject(ended)
      for (const { id: one } of joined) await app.deliver(viewsQualified(one, 1, { qualified: 600, isFinal: 'checks' }))
      for (const day of days) await settleDueCampaigns(day, app.context(), most)
      expect(await emitted('campaign.ended')).toHaveLength(1)
      expect(await emitted('campaign.settled')).toMatchObject([{ charged: 1_200 }])
      const after = await stored(id)
      expect(after).toMatchObject({ charged: 1_200, status: 'failed' })
      for (const field of ['nextSettlement', 'deletedAt', 'plan']) expect(after).not.toHaveProperty(field)
    }
  },
)

test('ends a campaign that is deleted between planning and applying a large settlement, and settles that day later', async () => {
  const { id, brand, emitted } = await aRunningCampaign(app)
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
  for (const { id: one } of joined) await app.deliver(viewsQualified(one, 1, { qualified: 10, isFinal: 'checks' }))
  for (const night of times(4, (index) => addDays(day, index))) await settleDueCampaigns(night, ctx, 1)
  expect(await emitted('campaign.settled')).toMatchObject([{ charged: 20 }])
})

test('responds with a conflict to a deletion during a multi-part settlement, and neither ends nor delays the campaign', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  await aSignUp(app, id)
  const row = app.context().connection.collection<{ _id: string }>('campaigns')
  const { status, charged, reserved, observedViews, nextSettlement: day } = (await stored(id)) as Record<string, unknown>
  const result = { status, charged, reserved, observedViews }
  await row.updateOne({ _id: id }, { $set: { plan: { day, parts: 0, applied: 0, result } } })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await settleDueCampaigns(day as string, app.context())
  expect(await show()).toMatchObject({ phase: 'open' })
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(ended)
})
