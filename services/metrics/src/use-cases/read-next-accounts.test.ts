import { AccountUpdated, AccountVerified } from '@reelfair/contracts'
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { person, queriesDuring, times, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import type { Work } from '../ports.ts'
import { LINK, points, runAllWorkers, startMetrics, untilPlanned } from '../testing/start-metrics.ts'

watchQueries()
const { app, clock, anAccount, aSignup, latestTotals, emitted, publish, edit, editVideo, deleteVideo, night, work, ports, endCampaign } =
  await startMetrics()

test('counts a video with the code every night and emits the totals, but ignores a video without the code', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ hours: 1 })
  const videoId = await publish(account, code, points([10, 400], [34, 900], [200, 900]))
  await publish(account, 'Just so.', points([1, 5_000]))
  clock.advance({ hours: 9, minutes: 55 })
  const day = await night()
  expect(await latestTotals(id)).toMatchObject({
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
  expect(await latestTotals(id)).toMatchObject({ revision: 2, observed: 900, qualified: 900 })
  expect(await app.emitted('refresh.completed')).toContainEqual({ day, accounts: 1, failed: 0 })
})

test('counts a video with two codes only for the first code, and ignores another creator’s code', async () => {
  const [mine, others] = [await anAccount(), await anAccount()]
  const [first, second, foreign] = [await aSignup(mine), await aSignup(mine), await aSignup(others)]
  await publish(mine, `${first.code} ${second.code} ${foreign.code}`, points([1, 300]))
  await night()
  expect(await latestTotals(first.id)).toMatchObject({ observed: 300, qualified: 300 })
  for (const { id } of [second, foreign]) expect(await emitted(id)).toEqual([])
})

test('finds a real code after words that look like codes, with a single lookup', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  const words = times(39, (index) => `rf ${'abcd'[Math.floor(index / 10)]}${'abcdefghjk'[index % 10]}ams`)
  const captions = ['RF lands', 'rf-lands, rf-today1:', 'my RF PARTY #rfdance', words.join(' ')]
  for (const before of captions) await publish(account, `${before} ${code.toLowerCase()}`, points([1, 100], [400, 100]))
  const asked = await queriesDuring(app, () => night())
  expect(await latestTotals(id)).toMatchObject({ qualified: 400, excluded: [] })
  expect(asked.filter(({ filter }) => 'code' in filter)).toHaveLength(1)
  // Words after the account’s own code are not looked up.
  const other = await anAccount()
  const plain = await aSignup(other)
  await publish(other, `${plain.code} RF lands`, points([1, 100], [400, 100]))
  const then = await queriesDuring(app, () => night())
  expect(await latestTotals(plain.id)).toMatchObject({ qualified: 100 })
  expect(then.filter(({ filter }) => 'code' in filter)).toHaveLength(1)
})

test('looks up at most 40 codes of a 2,200-character caption, and finds the real code among them', async () => {
  const account = await anAccount()
  const [first, behind] = [await aSignup(account), await aSignup(account)]
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const full = times(275, (index) => `rf${letters[index % 24]}${letters[Math.floor(index / 24)]}234`)
    .join(' ')
    .slice(0, 2_160)
  await publish(account, `${full} ${behind.code}`, points([1, 300], [400, 300]))
  await publish(account, `${full.slice(0, 200)} ${first.code} ${full.slice(200)}`, points([1, 200], [400, 200]))
  const asked = await queriesDuring(app, () => night())
  expect(await latestTotals(first.id)).toMatchObject({ qualified: 200 })
  expect(await emitted(behind.id)).toEqual([])
  const codes = asked
    .flatMap(({ filter }) => (filter.code as { $in: string[] } | undefined)?.$in ?? [])
    .filter((one) => one.endsWith('234'))
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.length).toBeLessThanOrEqual(40)
})

test('does not count a video in which another creator’s code comes first, even after the other sign-up has ended', async () => {
  const [mine, theirs] = [await anAccount(), await anAccount()]
  const [own, stranger] = [await aSignup(mine), await aSignup(theirs)]
  const videoId = await publish(
    mine,
    `rf ${stranger.code.slice(3).toLowerCase()} ${own.code}`,
    points([1, 300], [30, 300], [31, 500], [400, 500]),
  )
  await night()
  for (const { id } of [own, stranger]) expect(await emitted(id)).toEqual([])
  await endCampaign(stranger.campaignId, stranger.brand.id, clock.now())
  await work()
  await night()
  expect(await emitted(own.id)).toEqual([])
  await editVideo(videoId, { caption: `${own.code} Commercial collaboration` })
  await night()
  // As with any code that is added late, only later views count.
  const { qualified, excluded } = await latestTotals(own.id)
  expect(qualified).toBe(0)
  expect(excluded).toEqual([{ reason: 'code_missing', views: 500 }])
})

test('stops counting views once another creator’s code comes first, even if the video is hidden', async () => {
  const [mine, theirs] = [await anAccount(), await anAccount()]
  const [own, stranger] = [await aSignup(mine), await aSignup(theirs)]
  const videoId = await publish(mine, own.code, points([1, 300], [400, 9_000]))
  await night()
  const { qualified } = await latestTotals(own.id)
  await editVideo(videoId, { caption: `${stranger.code} ${own.code} Commercial collaboration` })
  await night()
  const { social } = ports
  const hidden = { ...social, listRecentVideos: async () => ({ items: [] }) }
  for (let nights = 0; nights < 2; nights += 1) {
    clock.set(nextInstantAt('00:00', clock.now()))
    await untilPlanned(app, businessDayOf(clock.now()))
    await runAllWorkers({ ...app.context(), ports: { ...ports, social: hidden } } as unknown as ReturnType<typeof app.context>)
  }
  const after = await latestTotals(own.id)
  expect(after).toMatchObject({ qualified, videos: [{ faults: ['code_missing'] }] })
  expect(after.observed).toBeGreaterThan(qualified + 500)
})

test('excludes views gained before a code added late was found, and counts the rest', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ minutes: 1 })
  const videoId = await publish(account, '', points([10, 600], [34, 600], [35, 900], [58, 900], [59, 1_000]))
  await night()
  expect(await emitted(id)).toEqual([])
  await editVideo(videoId, { caption: `${code} Commercial collaboration` })
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 0, videos: [{ faults: [] }] })
  await night()
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 100, excluded: [{ reason: 'code_missing', views: 900 }] })
})

test('excludes views gained before a late code, even if the video was hidden for a night', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ minutes: 1 })
  const videoId = await publish(account, '', points([10, 600], [400, 600]))
  await night()
  const { social } = ports
  const hidden = { ...social, listRecentVideos: async () => ({ items: [] }) }
  clock.set(nextInstantAt('00:00', clock.now()))
  await untilPlanned(app, businessDayOf(clock.now()))
  await runAllWorkers({ ...app.context(), ports: { ...ports, social: hidden } } as unknown as ReturnType<typeof app.context>)
  await editVideo(videoId, { caption: `${code} Commercial collaboration` })
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 0, excluded: [{ reason: 'code_missing', views: 600 }] })
})

test('counts no view twice when two codes are swapped between readings', async () => {
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
  const [a, b] = [await latestTotals(one.id), await latestTotals(other.id)]
  expect(a.qualified).toBeGreaterThan(500)
  expect(b.qualified).toBeGreaterThan(500)
  expect(a.qualified + b.qualified).toBeLessThan(a.observed)
  expect(a.excluded).toMatchObject([{ reason: 'code_missing' }])
  expect(b.excluded).toMatchObject([{ reason: 'code_missing' }])
})

test('excludes views already counted for another campaign when that campaign ended', async () => {
  const account = await anAccount()
  const creator = person('creator')
  const [ended, going] = [await aSignup(account, { creator }), await aSignup(account, { creator })]
  clock.advance({ minutes: 1 })
  const videoId = await publish(account, `${ended.code} ${going.code}`, points([1, 600], [400, 600]))
  clock.advance({ hours: 2 })
  await endCampaign(ended.campaignId, ended.brand.id, clock.now())
  await work()
  expect(await latestTotals(ended.id)).toMatchObject({ qualified: 600 })
  // No nightly refresh has seen the video yet.
  await editVideo(videoId, { caption: `${going.code} Commercial collaboration` })
  await night()
  expect(await latestTotals(going.id)).toMatchObject({ qualified: 0, excluded: [{ reason: 'code_missing', views: 600 }] })
})

test('opens a review for bot views that are spread thinly over eight videos', async () => {
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
  const { observed, qualified, inReview } = await latestTotals(id)
  expect(observed).toBeGreaterThan(15_000)
  expect(qualified).toBeLessThan(8_000)
  expect(inReview).toBe(observed - qualified)
  const watched = await latestTotals(honest.id)
  expect(watched.qualified).toBe(watched.observed)
}, 60_000)

test('excludes views gained between a fault and the first reading after its fix, and keeps earlier views', async () => {
  const account = await anAccount()
  const { id, code, creator } = await aSignup(account)
  await publish(account, code, points([400, 4_000]))
  await night()
  const { observed: counted } = await latestTotals(id)
  await edit(account, { bio: 'Nothing here.' })
  await night()
  const faulty = await latestTotals(id)
  expect(faulty).toMatchObject({ qualified: counted, videos: [{ faults: ['link_not_in_bio'] }] })
  const { body } = await app.as(creator).get(`/assignments/${id}/videos`)
  expect(body.items).toMatchObject([{ faults: [{ reason: 'link_not_in_bio', fix: 'add_link' }], qualified: counted }])
  await edit(account, { bio: `Now ${LINK}` })
  await night()
  const fixing = await latestTotals(id)
  expect(fixing.qualified).toBe(counted)
  expect(fixing.excluded).toEqual([{ reason: 'link_not_in_bio', views: fixing.observed - counted }])
  await night()
  const fixed = await latestTotals(id)
  expect(fixed.qualified).toBe(counted + fixed.observed - fixing.observed)
  expect(fixed.excluded).toEqual(fixing.excluded)
})

test('reports a private account, an age restriction and a missing commercial mention as separate faults', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  const videoId = await publish(account, code, points([400, 4_000]), { paidLabel: false })
  await night()
  await edit(account, { isPublic: false, ageRestricted: true })
  await editVideo(videoId, { caption: `${code} look` })
  await night()
  expect((await latestTotals(id)).videos[0].faults).toEqual(['mention_missing', 'account_private', 'account_age_restricted'])
})

test('reports each night that an account is no longer public, until verification knows', async () => {
  const account = await anAccount()
  const { facts } = await aSignup(account)
  const { accountId, creatorId } = facts
  const known = { ...facts, followers: 9_000, averageViews: null, version: 1 }
  await app.deliver(AccountVerified.of(known, { isPublic: true }))
  const seen = async () => (await app.emitted('account.seen')).filter((event) => event.accountId === accountId)
  await night()
  expect(await seen()).toEqual([])
  await edit(account, { isPublic: false })
  await night()
  await night()
  const hidden = { accountId, creatorId, isPublic: false, ageRestricted: false }
  expect(await seen()).toMatchObject([hidden, hidden])
  await app.deliver(AccountUpdated.of(known, { isPublic: false, version: 2 }))
  await night()
  expect(await seen()).toHaveLength(2)
  await edit(account, { isPublic: true })
  await night()
  expect((await seen()).at(-1)).toMatchObject({ accountId, isPublic: true, seenAt: clock.now().toISOString() })
})

test('keeps counted views when a video is deleted', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  const videoId = await publish(account, code, points([1, 600]))
  await night()
  await deleteVideo(videoId)
  await night()
  expect(await latestTotals(id)).toMatchObject({ revision: 2, qualified: 600, excluded: [], videos: [{ faults: ['video_deleted'] }] })
})

test('keeps counted views after a purge, and then counts only views above the former peak', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  await publish(account, code, points([1, 800], [25, 800], [26, 500], [50, 500], [71, 820], [95, 900]))
  for (const expected of [800, 800, 823, 900]) {
    await night()
    expect(await latestTotals(id)).toMatchObject({ qualified: expected, excluded: [] })
  }
})

test('counts every view of organic and viral growth', async () => {
  const account = await anAccount({ averageViews: 8_000 })
  const [slow, fast] = [await aSignup(account), await aSignup(account)]
  await publish(account, slow.code, { kind: 'organic', views: 30_000, seed: 'a' })
  await publish(account, fast.code, { kind: 'viral', views: 400_000, seed: 'b' })
  for (let nights = 0; nights < 5; nights += 1) await night()
  for (const { id } of [slow, fast]) {
    const { observed, qualified } = await latestTotals(id)
    expect(observed).toBeGreaterThan(20_000)
    expect(qualified).toBe(observed)
  }
})

test('finds a video published before the sign-up and reports why it does not count', async () => {
  const account = await anAccount()
  const videoId = await publish(account, '', points([100, 9_000]))
  clock.advance({ hours: 1 })
  const { id, code } = await aSignup(account)
  await editVideo(videoId, { caption: `${code} Commercial collaboration` })
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 0, videos: [{ faults: ['published_before_sign_up'] }] })
})

test('reads all pages of an account’s videos', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  clock.advance({ minutes: 1 })
  const first = await publish(account, code, points([1, 100]))
  for (let more = 0; more < 22; more += 1) await publish(account, `day ${more}`, points([1, 5]))
  await night()
  expect((await latestTotals(id)).videos).toMatchObject([{ videoId: first, views: 100 }])
})

test('emits nothing new when several workers look for work again', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  await publish(account, code, points([1, 700]))
  await night()
  const before = await emitted(id)
  await Promise.all([work(), work(), work()])
  expect(await emitted(id)).toEqual(before)
  expect(before).toMatchObject([{ qualified: 700 }])
})

test('measures at most 100 videos per sign-up', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account)
  for (let more = 0; more < 103; more += 1) await publish(account, code, points([1, 10], [400, 10]))
  await night()
  expect((await latestTotals(id)).videos).toHaveLength(100)
  await night()
  expect(await latestTotals(id)).toMatchObject({ observed: 1_000, qualified: 1_000 })
})

test('rejects a response about another account', async () => {
  const [account, other] = [await anAccount(), await anAccount()]
  const { id, code } = await aSignup(account)
  await publish(account, code, points([1, 600]))
  clock.set(nextInstantAt('00:00', clock.now()))
  await untilPlanned(app, businessDayOf(clock.now()))
  const { social } = ports
  const mixedUp: Work = {
    ...app.context(),
    ports: {
      ...ports,
      social: { ...social, fetchAccountStats: ({ network }) => social.fetchAccountStats({ network, externalId: other }) },
    },
  }
  await runAllWorkers(mixedUp as ReturnType<typeof app.context>)
  expect(await emitted(id)).toEqual([])
})
