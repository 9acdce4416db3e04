import { AccountVerified, deletedName, SignupCreated, UserDeleted } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { recount } from '../cli/recount.ts'
import { deletion } from '../store/erase-user.ts'
import { points, startMetrics } from '../testing/start-metrics.ts'

const { app, anAccount, aSignup, publish, night, work, endCampaign } = await startMetrics()

const signup = (creatorId: string, brandId: string) =>
  SignupCreated.of({
    ...{ signupId: crypto.randomUUID(), campaignId: crypto.randomUUID(), brandId, creatorId, accountId: crypto.randomUUID(), version: 1 },
    ...{ externalId: 'ext_lea', network: 'instagram', username: 'lea.films', code: 'RF-ABCDE', link: 'https://alpine.example' },
    ...{ startsAt: app.clock.now(), endsAt: new Date(app.clock.now().getTime() + 86_400_000), windowDays: 14 },
  })
const verified = (creatorId: string) =>
  AccountVerified.of({
    ...{ accountId: crypto.randomUUID(), creatorId, network: 'instagram', username: 'lea.films', externalId: 'ext_lea' },
    ...{ followers: 1, averageViews: null, isPublic: true, version: 1 },
  })
const assignmentsOf = (filter: object) => app.database.collection('assignments').find(filter).toArray()
async function erase(userId: string, role: 'creator' | 'brand') {
  await app.deliver(UserDeleted.of({ userId, role }), { times: 2 })
  while (await deletion.worker.run(app.context()));
}

test('erases a creator’s name and accounts, and stops measuring', async () => {
  const [creator, brand] = [person('creator'), person('brand')]
  await app.deliver(verified(creator.id))
  await app.deliver(signup(creator.id, brand.id))
  await erase(creator.id, 'creator')
  const name = deletedName(creator.id)
  expect(await assignmentsOf({ creatorId: creator.id })).toMatchObject([
    { username: name, externalId: name, accountKey: `instagram:${name}`, isOpen: false, link: 'https://alpine.example' },
  ])
  expect(await app.database.collection('verified_accounts').countDocuments({ creatorId: creator.id })).toBe(0)
  await erase(brand.id, 'brand')
  expect(await assignmentsOf({ brandId: brand.id })).toMatchObject([{ link: 'https://deleted.invalid/' }])
})

test('replaces the network’s ids of a creator’s videos in everything that refers to them, and recomputes the same totals', async () => {
  const account = await anAccount({ averageViews: 3_000, followers: 9_000 })
  const { id, code, creator, brand, campaignId } = await aSignup(account)
  const published = [
    await publish(account, code, points([1, 100], [300, 900]), { logo: 'unknown' }),
    await publish(account, code, { kind: 'bot_spike', views: 60_000, seed: 'bots', turnAfterHours: 30 }),
  ]
  for (let nights = 0; nights < 3; nights += 1) await night()
  await endCampaign(campaignId, brand.id, app.clock.now())
  await work()
  app.clock.advance({ days: 12 })
  await work()
  const names = ['assignments', 'videos', 'observations', 'reviews']
  const stored = async () =>
    JSON.stringify(await Promise.all(names.map((name) => app.database.collection(name).find({ creatorId: creator.id }).toArray())))
  const readings = () => app.database.collection('observations').find({ assignmentId: id }).toArray()
  const [before, read] = [await recount.run({}, app.context()), await readings()]
  for (const video of published) expect(await stored()).toContain(video)
  expect(await app.database.collection('reviews').countDocuments({ assignmentId: id })).toBe(2)
  await erase(creator.id, 'creator')
  for (const video of published) expect((await stored()) + JSON.stringify(await readings())).not.toContain(video)
  const videos = await app.database.collection('videos').find({ assignmentId: id }).toArray()
  expect(videos.map(({ _id, externalId }) => [String(_id), externalId]).sort()).toEqual([
    [`${id}:deleted-1`, 'deleted-1'],
    [`${id}:deleted-2`, 'deleted-2'],
  ])
  expect(await readings()).toHaveLength(read.length)
  expect(await recount.run({}, app.context())).toBe(before)
  expect((await app.as('admin').get('/admin/reviews')).body.items.map(({ videoId }: { videoId: string }) => videoId).sort()).toEqual([
    'deleted-1',
    'deleted-2',
  ])
})

test('removes the readings planned for a creator’s account, unless another creator uses it now', async () => {
  const creator = person('creator')
  const [own, passedOn] = [await anAccount(), await anAccount()]
  for (const account of [own, passedOn]) await aSignup(account, { creator })
  await aSignup(passedOn)
  await night()
  const tasksOf = (externalId: string) => app.database.collection('tasks').countDocuments({ externalId })
  expect([await tasksOf(own), await tasksOf(passedOn)]).toEqual([1, 1])
  await erase(creator.id, 'creator')
  expect([await tasksOf(own), await tasksOf(passedOn)]).toEqual([0, 1])
})

test('stores nothing about a deleted user when events arrive late', async () => {
  const [creator, brand] = [person('creator'), person('brand')]
  await erase(creator.id, 'creator')
  await erase(brand.id, 'brand')
  await app.deliver(verified(creator.id))
  await app.deliver(signup(creator.id, person('brand').id))
  await app.deliver(signup(person('creator').id, brand.id))
  expect(await app.database.collection('verified_accounts').countDocuments({ creatorId: creator.id })).toBe(0)
  expect(await assignmentsOf({ $or: [{ creatorId: creator.id }, { brandId: brand.id }] })).toEqual([])
})
