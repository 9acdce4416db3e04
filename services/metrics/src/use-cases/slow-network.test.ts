/** A slow network: each account is requested once, every response is stored, and no account waits for another. */
import { randomUUID } from 'node:crypto'
import { type NetworkVideo, SignupCreated } from '@reelfair/contracts'
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { SocialFault, type SocialProvider } from '@reelfair/social'
import { eventually, expireLeases, movableClock, startService, times } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { metrics } from '../app.ts'
import type { Ports } from '../ports.ts'
import { assignmentById, assignments, saveAssignment } from '../store/assignments.ts'
import { observationsPage } from '../store/observations.ts'
import { openOfVideo, reviewById } from '../store/reviews.ts'
import { taskQueue, tasks } from '../store/tasks.ts'
import { saveVideo, videosOf } from '../store/videos.ts'
import { LINK, untilPlanned, workflowEnv } from '../testing/start-metrics.ts'
import { closeReview } from './close-review.ts'
import { readNextAccounts } from './read-next-accounts.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const asked = new Map<string, PromiseWithResolvers<void>>()
let asks = 0
let listed: readonly NetworkVideo[] = []
let measured: Awaited<ReturnType<SocialProvider['fetchVideoMetrics']>> = new Map()
const social: SocialProvider = {
  fetchAccountStats: async (account) => {
    const externalId = 'externalId' in account ? account.externalId : expect.unreachable('requested by username')
    const answer = Promise.withResolvers<void>()
    asked.set(externalId, answer)
    asks += 1
    await answer.promise
    return {
      externalId,
      username: 'lea',
      followers: 9,
      averageViews: null,
      isPublic: true,
      ageRestricted: false,
      paidLabelConsent: false,
      bio: LINK,
      bioLinks: [],
      fetchedAt: clock.now(),
    }
  },
  listRecentVideos: async () => ({ items: [...listed] }),
  fetchVideoMetrics: async () => measured,
  verifyBioCode: async () => expect.unreachable('no account is verified here'),
}
const ports: Ports = { social, needsConsent: () => false }
const app = await startService(metrics, { clock, env: workflowEnv, ports, workers: false })
const ctx = app.context()
const now = () => tasks.find(ctx, { run: businessDayOf(clock.now()) }, { limit: 1_000 })
const states = async () =>
  Object.fromEntries(Object.entries(Object.groupBy(await now(), ({ state }) => state)).map(([state, all]) => [state, all?.length]))

async function aNight(accounts: number): Promise<string[]> {
  const ids = times(accounts, () => `tt_${randomUUID()}`)
  const [startsAt, endsAt] = [clock.now(), new Date(clock.now().getTime() + 20 * 86_400_000)]
  for (const externalId of ids) {
    const people = {
      signupId: randomUUID(),
      campaignId: randomUUID(),
      brandId: randomUUID(),
      creatorId: randomUUID(),
      accountId: randomUUID(),
    }
    const post = { network: 'tiktok' as const, username: 'lea', code: 'RF-ABCDE', link: LINK, startsAt, endsAt, windowDays: 14, version: 1 }
    await app.deliver(SignupCreated.of({ ...people, externalId, ...post }))
  }
  clock.set(nextInstantAt('00:00', clock.now()))
  await untilPlanned(app, businessDayOf(clock.now()))
  return ids
}

function answerAll(fault?: Error): void {
  for (const [externalId, { resolve, reject }] of asked) {
    asked.delete(externalId)
    if (fault) reject(fault)
    else resolve()
  }
}

beforeEach(async () => {
  asks = 0
  asked.clear()
  listed = []
  measured = new Map()
  await ctx.connection.collection('tasks').updateMany({ state: 'open' }, { $set: { state: 'done' } })
  await ctx.connection.collection('assignments').updateMany({}, { $set: { isOpen: false } })
})

test('requests a full batch within its lease even if each account takes a minute, and stores the responses', async () => {
  await aNight(64)
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(32))
  clock.advance({ minutes: 1 })
  answerAll()
  await eventually(() => expect(asks).toBe(64))
  clock.advance({ minutes: 1 })
  expect(await taskQueue.due(ctx, clock.now(), 1)).toEqual([])
  answerAll(new SocialFault('timed_out'))
  expect(await reading).toBe(true)
  expect(await states()).toEqual({ done: 32, open: 32 })
  const again = (await now()).filter(({ state }) => state === 'open')
  for (const task of again) expect(task).toMatchObject({ tries: 1, fault: 'timed_out', dueAt: new Date(clock.now().getTime() + 5_000) })
})

test('reads a dead worker’s accounts after its lease has expired', async () => {
  await aNight(2)
  const dead = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(2))
  const lost = [...asked.values()]
  clock.advance({ hours: 1 })
  expect(await readNextAccounts(ctx)).toBe(false)
  await expireLeases(app)
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asks).toBe(4))
  answerAll()
  await reading
  for (const { reject } of lost) reject(new SocialFault('timed_out'))
  await dead
  expect(await states()).toEqual({ done: 2 })
})

test('preserves a concurrent change to a sign-up and still stores the network’s response', async () => {
  await aNight(1)
  const publishedAt = new Date(clock.now().getTime() - 3_600_000)
  listed = [{ id: 'v_1', url: 'https://tiktok.example/v_1', caption: 'RF-ABCDE Commercial collaboration', publishedAt }]
  const [before] = await assignments.find(ctx, { isOpen: true }, { limit: 10 })
  if (!before) throw new Error('sign-up is missing')
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(1))
  const endsAt = new Date(clock.now().getTime() + 3_600_000)
  await ctx.transact((tx) => saveAssignment(tx, { ...before, endsAt }))
  answerAll()
  await reading
  expect(await states()).toEqual({ done: 1 })
  expect(await assignmentById(ctx, before.id)).toMatchObject({ endsAt, revision: 1 })
})

/** A second night's request is pending for an account with an earlier reading and a logo review. */
async function aSecondNight() {
  await aNight(1)
  const id = `v_${randomUUID()}`
  const publishedAt = new Date(clock.now().getTime() - 3_600_000)
  listed = [{ id, url: `https://tiktok.example/${id}`, caption: 'RF-ABCDE Commercial collaboration', publishedAt }]
  const figures = {
    likes: 90,
    comments: 9,
    deleted: false,
    private: false,
    ageRestricted: false,
    paidLabel: true,
    logo: 'unknown',
  } as const
  measured = new Map([[id, { ...figures, views: 1_000, at: clock.now() }]])
  const first = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(1))
  answerAll()
  await first
  clock.set(nextInstantAt('00:00', clock.now()))
  await untilPlanned(app, businessDayOf(clock.now()))
  measured = new Map([[id, { ...figures, views: 2_000, likes: 180, comments: 18, at: clock.now() }]])
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(1))
  const [sign] = await assignments.find(ctx, { isOpen: true }, { limit: 2 })
  const signUp = sign ?? expect.unreachable()
  const [video] = await videosOf(ctx, signUp.id)
  const seen = video ?? expect.unreachable()
  const [review] = await openOfVideo(ctx, seen.id)
  return {
    signUp,
    video: seen,
    review: review ?? expect.unreachable(),
    async answered() {
      answerAll()
      await reading
      const [after] = await videosOf(ctx, signUp.id)
      const readings = await observationsPage(ctx, signUp.id, { limit: 10 })
      return { video: after, assignment: await assignmentById(ctx, signUp.id), readings: readings.items.map(({ views }) => views) }
    },
  }
}

test('preserves a concurrent change to a video and stores the video’s reading once', async () => {
  const { video, answered } = await aSecondNight()
  await ctx.transact((tx) => saveVideo(tx, { ...video, foundWithoutCode: true }))
  const after = await answered()
  expect(await states()).toEqual({ done: 1 })
  expect(after.video).toMatchObject({ foundWithoutCode: true, version: video.version + 2 })
  expect(after).toMatchObject({ readings: [2_000, 1_000], assignment: { revision: 2 } })
})

test('preserves a concurrent decision and counts new views accordingly', async () => {
  const { review, signUp, answered } = await aSecondNight()
  expect(signUp.totals).toMatchObject({ qualified: 0, inReview: 1_000 })
  await ctx.transact((tx) => closeReview(tx, review, { verdict: 'counts', by: 'admin' }, clock.now()))
  const after = await answered()
  expect(await states()).toEqual({ done: 1 })
  expect(await reviewById(ctx, review.id)).toMatchObject({
    state: 'decided',
    views: review.views,
    decision: { verdict: 'counts', revision: 2 },
  })
  expect(after).toMatchObject({ readings: [2_000, 1_000], assignment: { revision: 3, totals: { qualified: 2_000, inReview: 0 } } })
})

test('discards the response when another worker has claimed the task', async () => {
  const { answered } = await aSecondNight()
  await expireLeases(app)
  await ctx.connection.collection('tasks').updateMany({ state: 'open' }, { $set: { 'queue.holder': 'another' }, $inc: { version: 1 } })
  const after = await answered()
  expect(after).toMatchObject({ readings: [1_000], assignment: { revision: 1 } })
  expect(await states()).toEqual({ open: 1 })
})

test('stores responses promptly, even while a slow account is pending', async () => {
  const [slow = '', ...quick] = await aNight(5)
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(5))
  for (const externalId of quick) asked.get(externalId)?.resolve()
  await eventually(async () => expect(await states()).toEqual({ done: 4, open: 1 }), { within: 15_000 })
  asked.get(slow)?.resolve()
  await reading
  expect(await states()).toEqual({ done: 5 })
}, 20_000)

test('retries an account after an internal error, and stores the other readings', async () => {
  const [odd = '', ...fine] = await aNight(3)
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(3))
  for (const externalId of fine) asked.get(externalId)?.resolve()
  asked.get(odd)?.reject(new TypeError('internal error'))
  expect(await reading).toBe(true)
  expect(await states()).toEqual({ done: 2, open: 1 })
  expect((await now()).find(({ state }) => state === 'open')).toMatchObject({ tries: 1, fault: 'unreadable' })
})
