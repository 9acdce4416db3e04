import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { person, queriesDuring, times, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import type { Work } from '../ports.ts'
import { LINK, planned, points, startMetrics, workOff } from '../testing/start-metrics.ts'

watchQueries()
const { app, clock, anAccount, aSignup, last, told, publish, edit, editVideo, deleteVideo, night, work, ports, endCampaign } =
  await startMetrics()

test('a video with the code counts, night by night, and all are told; one without is nobody’s', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ hours: 1 })
  const videoId = await publish(account, code, points([10, 400], [34, 900], [200, 900]))
  await publish(account, 'Just so.', points([1, 5_000]))
  clock.advance({ hours: 9, minutes: 55 })
  const day = await night()
  expect(await last(id)).toMatchObject({
    revision: 1,
    day,
    observed: 401,
    qualified: 401,
    inReview: 0,
    excluded: [],
    isFinal: false,
    videos: [{ videoId, views: 401, qualified: 401, faults: [], logo: 'verified' }],
  })
  await night()
  expect(await last(id)).toMatchObject({ revision: 2, observed: 900, qualified: 900 })
  expect(await app.emitted('refresh.completed')).toContainEqual({ day, accounts: 1, failed: 0 })
})

test('a video with two codes counts for the sign-up whose code stands first; another creator’s code on one’s own account counts for nobody', async () => {
  const [mine, others] = [await anAccount(), await anAccount()]
  const [first, second, foreign] = [await aSignup(mine), await aSignup(mine), await aSignup(others)]
  await publish(mine, `${first.code} ${second.code} ${foreign.code}`, points([1, 300]))
  await night()
  expect(await last(first.id)).toMatchObject({ observed: 300, qualified: 300 })
  for (const { id } of [second, foreign]) expect(await told(id)).toEqual([])
})

test('words that read as a code hide no real one: in capitals or not, many of them, and no question is asked for each', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  const words = times(39, (index) => `rf ${'abcd'[Math.floor(index / 10)]}${'abcdefghjk'[index % 10]}ams`)
  const captions = ['RF lands', 'rf-lands, rf-today1:', 'my RF PARTY #rfdance', words.join(' ')]
  for (const before of captions) await publish(account, `${before} ${code.toLowerCase()}`, points([1, 100], [400, 100]))
  const asked = await queriesDuring(app, () => night())
  expect(await last(id)).toMatchObject({ qualified: 400, excluded: [] })
  expect(asked.filter(({ filter }) => 'code' in filter)).toHaveLength(1)
  // Nobody is asked about what needs no asking.
  const other = await anAccount()
  const plain = await aSignup(other)
  await publish(other, `${plain.code} RF lands`, points([1, 100], [400, 100]))
  const then = await queriesDuring(app, () => night())
  expect(await last(plain.id)).toMatchObject({ qualified: 100 })
  expect(then.filter(({ filter }) => 'code' in filter)).toHaveLength(1)
})

test('2,200 characters of what reads as codes: few of it is looked up, and the video is found for those before it', async () => {
  const account = await anAccount()
  const [first, behind] = [await aSignup(account), await aSignup(account)]
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const full = times(275, (index) => `rf${letters[index % 24]}${letters[Math.floor(index / 24)]}234`)
    .join(' ')
    .slice(0, 2_160)
  await publish(account, `${full} ${behind.code}`, points([1, 300], [400, 300]))
  await publish(account, `${full.slice(0, 200)} ${first.code} ${full.slice(200)}`, points([1, 200], [400, 200]))
  const asked = await queriesDuring(app, () => night())
  expect(await last(first.id)).toMatchObject({ qualified: 200 })
  expect(await told(behind.id)).toEqual([])
  const codes = asked
    .flatMap(({ filter }) => (filter.code as { $in: string[] } | undefined)?.$in ?? [])
    .filter((one) => one.endsWith('234'))
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.length).toBeLessThanOrEqual(40)
})

test('the code of a stranger’s sign-up before one’s own is a code, also when that sign-up is over', async () => {
  const [mine, theirs] = [await anAccount(), await anAccount()]
  const [own, stranger] = [await aSignup(mine), await aSignup(theirs)]
  const videoId = await publish(
    mine,
    `rf ${stranger.code.slice(3).toLowerCase()} ${own.code}`,
    points([1, 300], [30, 300], [31, 500], [400, 500]),
  )
  await night()
  for (const { id } of [own, stranger]) expect(await told(id)).toEqual([])
  await endCampaign(stranger.campaignId, stranger.brand.id, clock.now())
  await work()
  await night()
  expect(await told(own.id)).toEqual([])
  await editVideo(videoId, { caption: `${own.code} Commercial collaboration` })
  await night()
  // From now on, as with any code that is added late.
  const { qualified, excluded } = await last(own.id)
  expect(qualified).toBe(0)
  expect(excluded).toEqual([{ reason: 'code_missing', views: 500 }])
})

test('putting a stranger’s code first and hiding the video from the list does not let its views count', async () => {
  const [mine, theirs] = [await anAccount(), await anAccount()]
  const [own, stranger] = [await aSignup(mine), await aSignup(theirs)]
  const videoId = await publish(mine, own.code, points([1, 300], [400, 9_000]))
  await night()
  const { qualified } = await last(own.id)
  await editVideo(videoId, { caption: `${stranger.code} ${own.code} Commercial collaboration` })
  await night()
  const { social } = ports
  const hidden = { ...social, listRecentVideos: async () => ({ items: [] }) }
  for (let nights = 0; nights < 2; nights += 1) {
    clock.set(nextInstantAt('00:00', clock.now()))
    await planned(app, businessDayOf(clock.now()))
    await workOff({ ...app.context(), ports: { ...ports, social: hidden } } as unknown as ReturnType<typeof app.context>)
  }
  const after = await last(own.id)
  expect(after).toMatchObject({ qualified, videos: [{ faults: ['code_missing'] }] })
  expect(after.observed).toBeGreaterThan(qualified + 500)
})

test('a code that is added after a night saw the video without it: what came until it was found does not count, the rest does', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ minutes: 1 })
  const videoId = await publish(account, '', points([10, 600], [34, 600], [35, 900], [58, 900], [59, 1_000]))
  await night()
  expect(await told(id)).toEqual([])
  await editVideo(videoId, { caption: `${code} Commercial collaboration` })
  await night()
  expect(await last(id)).toMatchObject({ qualified: 0, videos: [{ faults: [] }] })
  await night()
  await night()
  expect(await last(id)).toMatchObject({ qualified: 100, excluded: [{ reason: 'code_missing', views: 900 }] })
})

test('hiding the video for a night does not make its earlier views count', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ minutes: 1 })
  const videoId = await publish(account, '', points([10, 600], [400, 600]))
  await night()
  const { social } = ports
  const hidden = { ...social, listRecentVideos: async () => ({ items: [] }) }
  clock.set(nextInstantAt('00:00', clock.now()))
  await planned(app, businessDayOf(clock.now()))
  await workOff({ ...app.context(), ports: { ...ports, social: hidden } } as unknown as ReturnType<typeof app.context>)
  await editVideo(videoId, { caption: `${code} Commercial collaboration` })
  await night()
  expect(await last(id)).toMatchObject({ qualified: 0, excluded: [{ reason: 'code_missing', views: 600 }] })
})

test('swapping two codes between readings pays no view twice', async () => {
  const account = await anAccount()
  const creator = person('creator')
  const [one, other] = [await aSignup(account, { creator }), await aSignup(account, { creator })]
  clock.advance({ minutes: 1 })
  const videoId = await publish(account, `${one.code} ${other.code}`, points([10, 500], [300, 15_000]))
  for (const [first, second] of [
    [other, one],
    [other, one],
    [one, other],
    [one, other],
  ] as const) {
    await night()
    await editVideo(videoId, { caption: `${first.code} ${second.code} Commercial collaboration` })
  }
  await night()
  const [a, b] = [await last(one.id), await last(other.id)]
  expect(a.qualified).toBeGreaterThan(500)
  expect(b.qualified).toBeGreaterThan(500)
  expect(a.qualified + b.qualified).toBeLessThan(a.observed)
  expect(a.excluded).toMatchObject([{ reason: 'code_missing' }])
  expect(b.excluded).toMatchObject([{ reason: 'code_missing' }])
})

test('a video that one campaign has counted at its end is not paid by another for the same views', async () => {
  const account = await anAccount()
  const creator = person('creator')
  const [ended, going] = [await aSignup(account, { creator }), await aSignup(account, { creator })]
  clock.advance({ minutes: 1 })
  const videoId = await publish(account, `${ended.code} ${going.code}`, points([1, 600], [400, 600]))
  clock.advance({ hours: 2 })
  await endCampaign(ended.campaignId, ended.brand.id, clock.now())
  await work()
  expect(await last(ended.id)).toMatchObject({ qualified: 600 })
  // No night has seen it yet.
  await editVideo(videoId, { caption: `${going.code} Commercial collaboration` })
  await night()
  expect(await last(going.id)).toMatchObject({ qualified: 0, excluded: [{ reason: 'code_missing', views: 600 }] })
})

test('views of bots that are spread over eight videos, each too few to be judged, wait for a review', async () => {
  const account = await anAccount({ averageViews: 6_000 })
  const { id, code } = await aSignup(account)
  const honest = await aSignup(await anAccount({ averageViews: 500 }))
  clock.advance({ minutes: 1 })
  const aNight = (night: number, bots: boolean) => ({ afterHours: night * 24, views: night * 990, ...(bots && { bots: night * 990 }) })
  for (let video = 0; video < 8; video += 1)
    for (const { facts, bots } of [
      { facts: { externalId: account, code }, bots: true },
      { facts: honest.facts, bots: false },
    ])
      await publish(facts.externalId, facts.code, {
        kind: 'points',
        points: [1, 2, 3].map((count) => aNight(count, bots)),
        seed: `${video}`,
      })
  for (let nights = 0; nights < 3; nights += 1) await night()
  const { observed, qualified, inReview } = await last(id)
  expect(observed).toBeGreaterThan(15_000)
  expect(qualified).toBeLessThan(8_000)
  expect(inReview).toBe(observed - qualified)
  const watched = await last(honest.id)
  expect(watched.qualified).toBe(watched.observed)
}, 60_000)

test('a fault excludes what came with it and until it was mended; what counted before stays', async () => {
  const account = await anAccount()
  const { id, code, creator } = await aSignup(account)
  await publish(account, code, points([400, 4_000]))
  await night()
  const { observed: counted } = await last(id)
  await edit(account, { bio: 'Nothing here.' })
  await night()
  const faulty = await last(id)
  expect(faulty).toMatchObject({ qualified: counted, videos: [{ faults: ['link_not_in_bio'] }] })
  const { body } = await app.as(creator).get(`/assignments/${id}/videos`)
  expect(body.items).toMatchObject([{ faults: [{ reason: 'link_not_in_bio', mend: 'add_link' }], qualified: counted }])
  await edit(account, { bio: `Now ${LINK}` })
  await night()
  const mending = await last(id)
  expect(mending.qualified).toBe(counted)
  expect(mending.excluded).toEqual([{ reason: 'link_not_in_bio', views: mending.observed - counted }])
  await night()
  const mended = await last(id)
  expect(mended.qualified).toBe(counted + mended.observed - mending.observed)
  expect(mended.excluded).toEqual(mending.excluded)
})

test('private, restricted by age, without the mention: each is a fault by its name', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  const videoId = await publish(account, code, points([400, 4_000]), { paidLabel: false })
  await night()
  await edit(account, { isPublic: false, ageRestricted: true })
  await editVideo(videoId, { caption: `${code} look` })
  await night()
  expect((await last(id)).videos[0].faults).toEqual(['mention_missing', 'account_private', 'account_age_restricted'])
})

test('a deletion takes nothing back', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  const videoId = await publish(account, code, points([1, 600]))
  await night()
  await deleteVideo(videoId)
  await night()
  expect(await last(id)).toMatchObject({ revision: 2, qualified: 600, excluded: [], videos: [{ faults: ['video_deleted'] }] })
})

test('a purge takes nothing back, and what comes again counts from the former height', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  await publish(account, code, points([1, 800], [25, 800], [26, 500], [50, 500], [71, 820], [95, 900]))
  for (const expected of [800, 800, 823, 900]) {
    await night()
    expect(await last(id)).toMatchObject({ qualified: expected, excluded: [] })
  }
})

test('organic and viral growth count wholly, to the last view', async () => {
  const account = await anAccount({ averageViews: 8_000 })
  const [slow, fast] = [await aSignup(account), await aSignup(account)]
  await publish(account, slow.code, { kind: 'organic', views: 30_000, seed: 'a' })
  await publish(account, fast.code, { kind: 'viral', views: 400_000, seed: 'b' })
  for (let nights = 0; nights < 5; nights += 1) await night()
  for (const { id } of [slow, fast]) {
    const { observed, qualified } = await last(id)
    expect(observed).toBeGreaterThan(20_000)
    expect(qualified).toBe(observed)
  }
})

test('a video that was published before the sign-up, or gets its code later, is found and says why it does not count', async () => {
  const account = await anAccount()
  const videoId = await publish(account, '', points([100, 9_000]))
  clock.advance({ hours: 1 })
  const { id, code } = await aSignup(account)
  await editVideo(videoId, { caption: `${code} Commercial collaboration` })
  await night()
  expect(await last(id)).toMatchObject({ qualified: 0, videos: [{ faults: ['published_before_sign_up'] }] })
})

test('an account with more videos than a page is read to its end', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ minutes: 1 })
  const first = await publish(account, code, points([1, 100]))
  for (let more = 0; more < 22; more += 1) await publish(account, `day ${more}`, points([1, 5]))
  await night()
  expect((await last(id)).videos).toMatchObject([{ videoId: first, views: 100 }])
})

test('a claim is another’s when its lease is over: who comes too late keeps nothing, and the totals are the same', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  await publish(account, code, points([1, 700]))
  await night()
  const before = await told(id)
  await Promise.all([work(), work(), work()])
  expect(await told(id)).toEqual(before)
  expect(before).toMatchObject([{ qualified: 700 }])
})

test('of a sign-up a hundred videos are taken in', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  for (let more = 0; more < 103; more += 1) await publish(account, code, points([1, 10], [400, 10]))
  await night()
  expect((await last(id)).videos).toHaveLength(100)
  await night()
  expect(await last(id)).toMatchObject({ observed: 1_000, qualified: 1_000 })
})

test('an answer about another account is not believed', async () => {
  const [account, other] = [await anAccount(), await anAccount()]
  const { id, code } = await aSignup(account)
  await publish(account, code, points([1, 600]))
  clock.set(nextInstantAt('00:00', clock.now()))
  await planned(app, businessDayOf(clock.now()))
  const { social } = ports
  const mixedUp: Work = {
    ...app.context(),
    ports: {
      ...ports,
      social: { ...social, fetchAccountStats: ({ network }) => social.fetchAccountStats({ network, externalId: other }) },
    },
  }
  await workOff(mixedUp as ReturnType<typeof app.context>)
  expect(await told(id)).toEqual([])
})
