/** A network that takes its time: nobody is asked twice for it, nothing that was said is thrown away, and nobody waits for another. */
import { randomUUID } from 'node:crypto'
import { type NetworkVideo, SignupCreated } from '@reelfair/contracts'
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { SocialFault, type SocialProvider } from '@reelfair/social'
import { eventually, movableClock, startService, times } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { metrics } from '../app.ts'
import type { Ports } from '../ports.ts'
import { assignmentById, assignments, saveAssignment } from '../store/assignments.ts'
import { dueTasks, tasks } from '../store/tasks.ts'
import { LINK, planned, workflowEnv } from '../testing/start-metrics.ts'
import { readNextAccounts } from './read-next-accounts.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
/** Whoever is asked for, until it is answered. */
const asked = new Map<string, PromiseWithResolvers<void>>()
let asks = 0
let listed: readonly NetworkVideo[] = []
const social: SocialProvider = {
  fetchAccountStats: async (account) => {
    const externalId = 'externalId' in account ? account.externalId : expect.unreachable('asked by its name')
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
      bio: LINK,
      bioLinks: [],
      fetchedAt: clock.now(),
    }
  },
  listRecentVideos: async () => ({ items: [...listed] }),
  fetchVideoMetrics: async () => new Map(),
  verifyBioCode: async () => expect.unreachable('nobody is verified here'),
}
const ports: Ports = { social, reviewHours: 72 }
const app = await startService(metrics, { clock, env: workflowEnv, ports, workers: false })
const ctx = app.context()
const now = () => tasks.find(ctx, { run: businessDayOf(clock.now()) }, { limit: 1_000 })
const states = async () =>
  Object.fromEntries(Object.entries(Object.groupBy(await now(), ({ state }) => state)).map(([state, all]) => [state, all?.length]))

/** So many accounts with a sign-up wait to be read; those of the test before are at an end. */
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
    await app.hear(SignupCreated.of({ ...people, externalId, ...post }))
  }
  clock.set(nextInstantAt('00:00', clock.now()))
  await planned(app, businessDayOf(clock.now()))
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
  await ctx.connection.collection('tasks').updateMany({ state: 'open' }, { $set: { state: 'done' } })
  await ctx.connection.collection('assignments').updateMany({}, { $set: { isOpen: false } })
})

test('each account takes a minute: a whole batch is asked for before anybody takes it for left, and what was said is kept', async () => {
  await aNight(64)
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(32))
  clock.advance({ minutes: 1 })
  answerAll()
  await eventually(() => expect(asks).toBe(64))
  clock.advance({ minutes: 1 })
  expect(await dueTasks(ctx, clock.now(), 1)).toEqual([])
  answerAll(new SocialFault('timed_out'))
  expect(await reading).toBe(true)
  expect(await states()).toEqual({ done: 32, open: 32 })
  const again = (await now()).filter(({ state }) => state === 'open')
  for (const task of again) expect(task).toMatchObject({ tries: 1, fault: 'timed_out', dueAt: new Date(clock.now().getTime() + 5_000) })
})

test('whoever has died in the middle leaves the accounts to the next one', async () => {
  await aNight(2)
  const dead = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(2))
  const lost = [...asked.values()]
  clock.advance({ minutes: 3 })
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asks).toBe(4))
  answerAll()
  await reading
  for (const { reject } of lost) reject(new SocialFault('timed_out'))
  await dead
  expect(await states()).toEqual({ done: 2 })
})

test('what has changed while the network was asked stays changed, and what it said is kept all the same', async () => {
  await aNight(1)
  const publishedAt = new Date(clock.now().getTime() - 3_600_000)
  listed = [{ id: 'v_1', url: 'https://tiktok.example/v_1', caption: 'RF-ABCDE Commercial collaboration', publishedAt }]
  const [before] = await assignments.find(ctx, { isOpen: true }, { limit: 10 })
  if (!before) throw new Error('there is no sign-up')
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(1))
  const endsAt = new Date(clock.now().getTime() + 3_600_000)
  await ctx.transact((tx) => saveAssignment(tx, { ...before, endsAt }))
  answerAll()
  await reading
  expect(await states()).toEqual({ done: 1 })
  expect(await assignmentById(ctx, before.id)).toMatchObject({ endsAt, revision: 1 })
})

test('what was said is kept soon, also while another account still keeps everybody waiting', async () => {
  const [slow = '', ...quick] = await aNight(5)
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(5))
  for (const externalId of quick) asked.get(externalId)?.resolve()
  await eventually(async () => expect(await states()).toEqual({ done: 4, open: 1 }), { within: 15_000 })
  asked.get(slow)?.resolve()
  await reading
  expect(await states()).toEqual({ done: 5 })
}, 20_000)

test('a fault of ours in asking for one is no harm to the others, and it is tried again', async () => {
  const [odd = '', ...fine] = await aNight(3)
  const reading = readNextAccounts(ctx)
  await eventually(() => expect(asked.size).toBe(3))
  for (const externalId of fine) asked.get(externalId)?.resolve()
  asked.get(odd)?.reject(new TypeError('a fault of ours'))
  expect(await reading).toBe(true)
  expect(await states()).toEqual({ done: 2, open: 1 })
  expect((await now()).find(({ state }) => state === 'open')).toMatchObject({ tries: 1, fault: 'unreadable' })
})
