import { randomUUID } from 'node:crypto'
import { finalReadingAt, instantOf, latestSettlementAt } from '@reelfair/rules'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { recount } from '../cli/recount.ts'
import { assignmentById } from '../store/assignments.ts'
import { points, startMetrics } from '../testing/start-metrics.ts'

const { app, clock, anAccount, aSignup, latestTotals, emitted, publish, deleteVideo, night, work, fault, noFaults, endCampaign } =
  await startMetrics()
const stateOf = (id: string) => assignmentById(app.context(), id)

test('reads a video at the campaign’s end and at midnight two days later, and ignores later views', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account, { endsAt: instantOf('2026-11-25', '00:30') })
  const published = clock.now()
  await publish(account, code, points([1, 100], [84.5, 935], [400, 5_000]))
  // 83 h 30 min after 12:00 UTC on the 21st is 00:30 in Paris on the 25th.
  expect(instantOf('2026-11-25', '00:30').getTime() - published.getTime()).toBe(83.5 * 3_600_000)
  await night()
  clock.set(instantOf('2026-11-25', '00:30'))
  await work()
  const end = await latestTotals(id)
  expect(end).toMatchObject({ isFinal: 'end', observed: 925, qualified: 925, day: '2026-11-25' })
  clock.set(instantOf('2026-11-26', '23:59'))
  await work()
  expect((await latestTotals(id)).isFinal).toBe('end')
  clock.set(instantOf('2026-11-27', '00:00'))
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', observed: 925, qualified: 925 })
  expect(await stateOf(id)).toMatchObject({ isOpen: false, final: 'checks' })
  const before = await emitted(id)
  await night()
  expect(await emitted(id)).toEqual(before)
})

test('corrects lagging figures in the final reading by interpolating to the campaign’s end', async () => {
  const account = await anAccount({ network: 'youtube' })
  const { id, code, endsAt } = await aSignup(account, { network: 'youtube', days: 2 })
  await publish(account, code, points([100, 10_000]))
  await fault({ kind: 'late', on: 'metrics', network: 'youtube', hours: 24, times: null })
  clock.set(endsAt)
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', observed: 2_400 })
  await noFaults()
  clock.set(finalReadingAt(endsAt))
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', observed: 4_799, qualified: 4_799 })
})

test('ends all sign-ups of a campaign that ended early, including one that arrives later', async () => {
  const [account, later] = [await anAccount(), await anAccount()]
  const brand = person('brand')
  const campaignId = randomUUID()
  const early = await aSignup(account, { brand, campaignId })
  await publish(account, early.code, points([100, 1_000]))
  clock.advance({ hours: 40 })
  const endedAt = clock.now()
  await endCampaign(campaignId, brand.id, endedAt)
  const late = await aSignup(later, { brand, campaignId })
  await work()
  expect(await latestTotals(early.id)).toMatchObject({ isFinal: 'end', observed: 400 })
  for (const { id } of [early, late]) expect(await stateOf(id)).toMatchObject({ endsAt: endedAt, final: 'end' })
  clock.set(finalReadingAt(endedAt))
  await work()
  expect(await latestTotals(early.id)).toMatchObject({ isFinal: 'checks', observed: 400 })
})

test('finds a new video when the campaign ends before the video’s first reading, and counts it until the end', async () => {
  const account = await anAccount()
  const { id, campaignId, brand, code } = await aSignup(account)
  clock.advance({ minutes: 30 })
  await publish(account, code, points([2, 3_000], [4, 9_000]))
  clock.advance({ hours: 2 })
  await endCampaign(campaignId, brand.id, clock.now())
  clock.advance({ hours: 1 })
  await work()
  // The reading is an hour late and finds 6,000 views. By interpolation from its publication, the video had 4,000 views
  // at the end.
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', observed: 4_000, qualified: 4_000 })
})

test('counts a video for 14 days after it is first seen, even in a longer campaign', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account, { days: 30 })
  await night()
  await publish(account, code, points([24, 100], [24 + 14 * 24, 940], [24 + 15 * 24, 5_000]))
  for (let nights = 0; nights < 17; nights += 1) await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 940 })
})

test('decides open reviews by default in the final reading', async () => {
  const account = await anAccount()
  const { id, code, endsAt } = await aSignup(account, { days: 1 })
  clock.advance({ hours: 20 })
  await publish(account, code, points([1, 300]), { logo: 'unknown' })
  clock.set(endsAt)
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', inReview: 300 })
  clock.set(finalReadingAt(endsAt))
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', inReview: 0, qualified: 300 })
  expect((await emitted(id)).filter(({ isFinal }) => isFinal === 'checks')).toHaveLength(1)
})

async function pass(hours: number, step = 1) {
  for (let passed = 0; passed < hours; passed += step) {
    clock.advance({ hours: step })
    await work()
  }
}

test('retries the final reading until shortly before the last possible settlement, then keeps the last known figures', async () => {
  const account = await anAccount({ network: 'instagram' })
  const { id, code, endsAt } = await aSignup(account, { network: 'instagram', days: 2 })
  await publish(account, code, points([1, 300]))
  await night()
  await fault({ kind: 'error', on: 'all', network: 'instagram', times: null })
  clock.set(endsAt)
  await work()
  expect((await latestTotals(id)).isFinal).toBe(false)
  await pass(13)
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', qualified: 300 })
  clock.set(finalReadingAt(endsAt))
  await pass(13)
  clock.set(new Date(latestSettlementAt(endsAt).getTime() - 3_600_000))
  await work()
  expect((await latestTotals(id)).isFinal).toBe('end')
  await pass(1)
  expect(await latestTotals(id)).toMatchObject({
    isFinal: 'checks',
    qualified: 300,
    finalReadingMissing: true,
    videos: [{ finalReadingMissing: true }],
  })
  await noFaults()
})

test('reports the final reading as missing, rather than as 0 views, for an account that was never read', async () => {
  const account = await anAccount({ network: 'instagram' })
  const { id, endsAt } = await aSignup(account, { network: 'instagram', days: 2 })
  await fault({ kind: 'error', on: 'all', network: 'instagram', times: null })
  for (const at of [endsAt, new Date(endsAt.getTime() + 43_200_000), finalReadingAt(endsAt), latestSettlementAt(endsAt)]) {
    clock.set(at)
    await pass(3)
  }
  await noFaults()
  expect((await emitted(id)).map(({ isFinal, finalReadingMissing }) => [isFinal, finalReadingMissing])).toEqual([
    ['end', undefined],
    ['checks', true],
  ])
})

test('waits while a video has no figures, and then removes its lost views only once', async () => {
  const account = await anAccount({ network: 'instagram' })
  const { id, code, endsAt } = await aSignup(account, { network: 'instagram', days: 2 })
  await publish(account, code, points([1, 1_000], [50, 1_000], [70, 700]))
  await night()
  clock.set(endsAt)
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', qualified: 1_000 })
  await fault({ kind: 'missing', on: 'metrics', network: 'instagram', times: null })
  clock.set(finalReadingAt(endsAt))
  await pass(30, 6)
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', qualified: 1_000 })
  await noFaults()
  await pass(1)
  const final = await latestTotals(id)
  expect(final).toMatchObject({
    isFinal: 'checks',
    observed: 1_000,
    qualified: 700,
    excluded: [{ reason: 'removed_by_network', views: 300 }],
    removed: 300,
  })
  expect(final).not.toHaveProperty('finalReadingMissing')
  await night()
  expect(await latestTotals(id)).toEqual(final)
})

test('in the final reading, removes all views of a deleted video, including those in the brand’s nights', async () => {
  const account = await anAccount()
  const { id, code, endsAt, brand } = await aSignup(account, { days: 2 })
  const video = await publish(account, code, points([1, 500]))
  await night()
  await deleteVideo(video)
  clock.set(endsAt)
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', qualified: 500 })
  clock.set(finalReadingAt(endsAt))
  await work()
  expect(await latestTotals(id)).toMatchObject({
    isFinal: 'checks',
    qualified: 0,
    excluded: [{ reason: 'video_deleted', views: 500 }],
    removed: 500,
  })
  const { nights } = (await app.as(brand).get('/nights')).body
  const sum = (of: 'qualified' | 'excluded') => nights.reduce((total: number, one: Record<string, number>) => total + (one[of] ?? 0), 0)
  expect([sum('qualified'), sum('excluded')]).toEqual([0, 500])
  expect((await recount.run({}, app.context())).split('\n').at(-1)).toContain('"differ":0')
})

test('takes the end reading and then the final reading when the clock jumps past both', async () => {
  const account = await anAccount()
  const { id, code } = await aSignup(account, { days: 2 })
  await publish(account, code, points([480, 4_800]))
  clock.advance({ days: 20 })
  await work()
  expect((await emitted(id)).map(({ isFinal }) => isFinal)).toEqual(['end', 'checks'])
  expect(await latestTotals(id)).toMatchObject({ qualified: 480, inReview: 0 })
})

test('emits the final totals of a sign-up without videos', async () => {
  const { id, endsAt } = await aSignup(await anAccount(), { days: 1 })
  clock.advance({ days: 1 })
  await work()
  clock.set(finalReadingAt(endsAt))
  await work()
  expect(await emitted(id)).toMatchObject([
    { revision: 1, observed: 0, videos: [], isFinal: 'end' },
    { revision: 2, observed: 0, videos: [], isFinal: 'checks' },
  ])
})

test('ignores a video published after the campaign’s end', async () => {
  const account = await anAccount()
  const { id, code, endsAt } = await aSignup(account, { days: 1 })
  clock.set(endsAt)
  await work()
  await publish(account, code, points([1, 500]))
  clock.set(finalReadingAt(endsAt))
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', observed: 0, videos: [] })
})
