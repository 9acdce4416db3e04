import { AccountUpdated, BrandRegistered, deletedName, UserDeleted, UserDeletionBlocked, UserDeletionRequested } from '@reelfair/contracts'
import { eventually, movableClock, type Person, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { accounts } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'
import { signUps, videos } from '../store/sign-ups.ts'
import { aCampaign, aCreatorWithAccount, aLogo, aRunningCampaign, aSignUp, viewsQualified } from '../testing/a-campaign.ts'
import { sweepMedia } from './sweep-media.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock })
const obstacles = async (who: Person) => (await app.as(who).get('/deletion-obstacles')).body.obstacles
const asked = ({ id, role }: Person, attempt = 1) => UserDeletionRequested.of({ userId: id, role, attempt })
const answers = async ({ id }: Person) => (await app.emitted('user.campaigns-checked')).filter(({ userId }) => userId === id)
const settle = (id: string) =>
  app.database.collection('sign_ups').updateOne({ _id: id as never }, { $set: { settledAt: clock.now(), cents: 71 } })
async function erase({ id, role }: Person) {
  await app.deliver(UserDeleted.of({ userId: id, role }), { times: 2 })
  await eventually(async () =>
    expect((await deletion.collection.byId(app.context(), id))?.eraseDueAt?.getTime()).toBeGreaterThan(clock.now().getTime()),
  )
}

test('a brand can’t delete its account until its campaigns are settled', async () => {
  const waiting = await aCampaign(app)
  expect(await obstacles(waiting.brand)).toEqual([{ reason: 'campaigns_unsettled', amount: 1, names: ['Winter'] }])
  const { brand, id } = await aRunningCampaign(app)
  expect(await obstacles(person('brand'))).toEqual([])
  await app.deliver(asked(brand))
  const obstacle = { reason: 'campaigns_unsettled', amount: 1, until: '2026-12-01T01:00:00.000Z' }
  expect(await answers(brand)).toEqual([{ userId: brand.id, attempt: 1, obstacles: [obstacle], earnedCents: 0 }])
  // Ended, but its final checks are not done.
  await app.database
    .collection('campaigns')
    .updateOne({ _id: id as never }, { $set: { status: 'failed', endedAt: clock.now() }, $unset: { nextSettlement: 1 } })
  expect(await obstacles(brand)).toMatchObject([{ reason: 'campaigns_unsettled', amount: 1 }])
  await app.database.collection('campaigns').updateOne({ _id: id as never }, { $set: { settledAt: clock.now() } })
  expect(await obstacles(brand)).toEqual([])
})

test('finds a creator’s unsettled sign-ups without reading the receipts of settled ones', async () => {
  const signUp = await aSignUp(app, (await aRunningCampaign(app)).id)
  const rows = app.database.collection('sign_ups')
  const row = await rows.findOne({ _id: signUp.id as never })
  const receipts = times(200, () => ({
    ...row,
    _id: crypto.randomUUID() as never,
    campaignId: crypto.randomUUID(),
    code: crypto.randomUUID(),
  }))
  await rows.insertMany(receipts.map((one) => ({ ...one, settledAt: clock.now() })))
  const { executionStats } = await rows.find({ creatorId: row?.creatorId, settledAt: { $exists: false } }).explain('executionStats')
  expect(executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 })
})

test('a creator can’t delete their account until all sign-ups are settled; the service then reports the earnings', async () => {
  const { id } = await aRunningCampaign(app)
  const signUp = await aSignUp(app, id)
  const until = '2026-12-01T01:00:00.000Z'
  expect(await obstacles(signUp.creator)).toEqual([{ reason: 'sign_ups_unsettled', amount: 1, names: ['Winter'], until }])
  await settle(signUp.id)
  await app.deliver(asked(signUp.creator))
  expect(await answers(signUp.creator)).toEqual([{ userId: signUp.creator.id, attempt: 1, obstacles: [], earnedCents: 71 }])
})

test('refuses new campaigns and sign-ups while the deletion is pending, and allows them once it has been blocked', async () => {
  const brand = person('brand')
  const mediaId = await aLogo(app, brand)
  const draft = { name: 'Winter', viewsGoal: 1_000, category: 'Gaming_Esports', network: 'instagram', link: 'https://a.example', mediaId }
  const { id } = await aRunningCampaign(app)
  const joining = await aCreatorWithAccount(app)
  for (const who of [brand, joining.creator]) await app.deliver(asked(who))
  const closing = { status: 409, body: { code: 'account_closing' } }
  expect(await app.as(brand).post('/campaigns', draft)).toMatchObject(closing)
  expect(await joining.joins(id)).toMatchObject(closing)
  for (const { id: userId } of [brand, joining.creator]) await app.deliver(UserDeletionBlocked.of({ userId, attempt: 1 }))
  expect((await app.as(brand).post('/campaigns', draft)).status).toBe(201)
  expect((await joining.joins(id)).status).toBe(201)
})

test('a sign-up concurrent with the deletion request is either refused or prevents the deletion', async () => {
  const { id } = await aRunningCampaign(app)
  await Promise.all(
    times(8, async () => {
      const { creator, joins } = await aCreatorWithAccount(app)
      const [{ status }] = await Promise.all([joins(id), app.deliver(asked(creator))])
      const [answer] = await answers(creator)
      expect([status, answer.obstacles.length]).toEqual(status === 201 ? [201, 1] : [409, 0])
    }),
  )
})

test('erases a creator but keeps the figures, and late events restore nothing', async () => {
  const { id, brand } = await aRunningCampaign(app)
  const [gone, other] = [await aSignUp(app, id), await aSignUp(app, id)]
  const at = clock.now().toISOString()
  const counted = { qualified: 40, inReview: 0, excluded: 0, views: 40, faults: [], logo: 'verified', publishedAt: at, seenAt: at }
  const video = { videoId: 'v1', url: 'https://instagram.example/lea/v1', ...counted }
  await app.deliver(viewsQualified(gone.id, 1, { qualified: 40, videos: [video] }))
  await settle(gone.id)
  await erase(gone.creator)
  const name = deletedName(gone.creator.id)
  expect(await signUps.byId(app.context(), gone.id)).toMatchObject({ username: name, externalId: name, observed: 40 })
  expect((await videos.byId(app.context(), gone.id))?.videos).toMatchObject([
    { videoId: '1', url: 'https://deleted.invalid/', qualified: 40 },
  ])
  const seen = (await app.as(brand).get(`/campaigns/${id}/sign-ups`)).body.items
  expect(seen.map(({ username }: { username: string }) => username).sort()).toEqual(['Deleted account', other.signUp.username].sort())
  for (const late of [gone.verified({}, 9), AccountUpdated.of(gone.verified({}, 10).data as object)]) await app.deliver(late)
  expect(await accounts.byId(app.context(), gone.accountId)).toBeUndefined()
  expect(await accounts.byId(app.context(), other.accountId)).toBeDefined()
})

test('erases a brand’s name, link and logo, and late events restore nothing', async () => {
  const { id, brand, mediaId } = await aRunningCampaign(app)
  const named = { brandId: brand.id, brandName: 'Alpine Oats', logoId: crypto.randomUUID() }
  await app.deliver(BrandRegistered.of({ ...named, version: 1 }))
  await app.as(brand).put('/drafts/current', { step: 2, name: 'Half' })
  const signUp = await aSignUp(app, id)
  await erase(brand)
  await app.deliver(BrandRegistered.of({ ...named, version: 7 }))
  const [shown] = (await app.as(signUp.creator).get('/sign-ups')).body.items
  const shownName = 'Deleted account'
  expect(shown).toMatchObject({
    brandName: shownName,
    campaignName: shownName,
    link: 'https://deleted.invalid/',
    terms: { campaignName: shownName },
  })
  expect(shown.brandLogoId).toBeUndefined()
  const [french] = (await app.as(signUp.creator).get('/sign-ups', {}, { headers: { 'accept-language': 'fr' } })).body.items
  expect(french.brandName).toBe('Compte supprimé')
  expect((await app.as(signUp.creator).get(`/media/${mediaId}`)).status).toBe(404)
  await sweepMedia({ day: '2026-11-21' }, app.context())
  expect(await app.database.collection('media').countDocuments({ brandId: brand.id })).toBe(0)
  expect(await app.database.collection('media.files').countDocuments({ _id: mediaId as never })).toBe(0)
  const all = JSON.stringify(await app.database.collection('campaigns').find({ brandId: brand.id }).toArray())
  expect(all).not.toMatch(/Winter|a\.example/)
  expect(await app.database.collection('drafts').countDocuments({ _id: brand.id as never })).toBe(0)
})
