import { finalReadingAt, latestSettlementAt, nextInstantAt } from '@reelfair/rules'
import { expireLeases } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { recount } from '../cli/recount.ts'
import { claim } from '../domain/schedule.ts'
import { taskQueue } from '../store/tasks.ts'
import { points, startMetrics } from '../testing/start-metrics.ts'
import { planFinalReadings } from './plan-final-readings.ts'

const { app, clock, anAccount, aSignup, latestTotals, emitted, publish, edit, night, work, fault, noFaults } = await startMetrics()
const network = 'instagram'

/** The campaign has ended, and the final reading of two videos with 500 views each is due. */
async function atFinalReading(before: (account: string) => Promise<unknown> = async () => {}) {
  const account = await anAccount({ network })
  const signup = await aSignup(account, { network, days: 2 })
  for (const _ of [1, 2]) await publish(account, signup.code, points([1, 500]))
  await night()
  clock.set(signup.endsAt)
  await work()
  expect(await latestTotals(signup.id)).toMatchObject({ isFinal: 'end', qualified: 1_000 })
  await before(account)
  clock.set(finalReadingAt(signup.endsAt))
  return { ...signup, account }
}

/** Attempts are half an hour apart, so the third is one hour after the first. */
async function makeAttempts(count: number) {
  for (let done = 0; done < count; done += 1) {
    await work()
    clock.advance({ minutes: 30 })
  }
}

const risksOf = async (id: string) => (await app.emitted('views.endangered')).filter((risk) => risk.assignmentId === id)

const LOST = (reason: string) => ({ isFinal: 'checks', qualified: 0, excluded: [{ reason, views: 1_000 }], removed: 1_000 })
const KEPT = { isFinal: 'checks', qualified: 1_000, excluded: [] }

test('removes all views when the account is gone at the final reading', async () => {
  const { id, brand, account } = await atFinalReading((account) => edit(account, { isGone: true }))
  await makeAttempts(2)
  expect((await latestTotals(id)).isFinal).toBe('end')
  await makeAttempts(1)
  const final = await latestTotals(id)
  expect(final).toMatchObject({
    ...LOST('video_deleted'),
    videos: [
      { faults: ['video_deleted'], logo: 'verified' },
      { faults: ['video_deleted'], logo: 'verified' },
    ],
  })
  expect(final).not.toHaveProperty('finalReadingMissing')
  const { nights } = (await app.as(brand).get('/nights')).body
  const sum = (of: 'qualified' | 'excluded') => nights.reduce((total: number, one: Record<string, number>) => total + (one[of] ?? 0), 0)
  expect([sum('qualified'), sum('excluded')]).toEqual([0, 1_000])
  expect((await recount.run({}, app.context())).split('\n').at(-1)).toContain('"differ":0')
  await edit(account, { isGone: false })
  await night()
  expect(await latestTotals(id)).toEqual(final)
})

/** What each attempt encounters; with `death`, the worker dies after claiming the account. */
type Meets = 'gone' | 'there' | 'outage' | 'limit' | 'death'

test.each<[readonly Meets[], object]>([
  [['gone', 'gone', 'there'], KEPT],
  [['gone', 'gone', 'gone'], LOST('video_deleted')],
  [['outage', 'outage', 'outage', 'gone', 'gone', 'there'], KEPT],
  [['outage', 'outage', 'outage', 'gone', 'gone', 'gone'], LOST('video_deleted')],
  [['death', 'gone', 'outage', 'gone', 'death', 'limit', 'gone'], LOST('video_deleted')],
  [['death', 'gone', 'death', 'gone', 'death', 'there'], KEPT],
])('handles a final reading whose attempts encounter %j', async (meets, expected) => {
  const { id, account } = await atFinalReading()
  await planFinalReadings(app.context())
  for (const met of meets) {
    expect((await latestTotals(id)).isFinal).toBe('end')
    await edit(account, { isGone: met === 'gone' })
    if (met === 'outage') await fault({ kind: 'error', on: 'all', network, times: 1 })
    if (met === 'limit') await fault({ kind: 'rate_limit', on: 'all', network, times: 1 })
    if (met === 'death') {
      expect(await taskQueue.claim(app.context(), 1, claim)).toHaveLength(1)
      await expireLeases(app)
    } else await makeAttempts(1)
  }
  expect(await latestTotals(id)).toMatchObject(expected)
})

const gone = { kind: 'not_found', on: 'stats' }

test('does not trust the first 404s even long after the reading was planned', async () => {
  const { id, account } = await atFinalReading()
  await fault({ kind: 'error', on: 'all', network, times: null })
  await makeAttempts(4)
  await noFaults()
  await edit(account, { isGone: true })
  for (let count = 0; count < 5; count += 1) {
    await work()
    clock.advance({ minutes: 10 })
  }
  await edit(account, { isGone: false })
  await makeAttempts(1)
  expect(await latestTotals(id)).toMatchObject(KEPT)
})

test('completes the final reading when an account without videos is gone', async () => {
  const account = await anAccount({ network })
  const { id, endsAt } = await aSignup(account, { network, days: 2 })
  await night()
  clock.set(endsAt)
  await work()
  await edit(account, { isGone: true })
  clock.set(finalReadingAt(endsAt))
  await makeAttempts(3)
  const final = await latestTotals(id)
  expect(final).toMatchObject({ isFinal: 'checks', qualified: 0 })
  expect(final).not.toHaveProperty('finalReadingMissing')
})

test('counts videos that the network still shows, even if it reports their account as missing', async () => {
  const { id } = await atFinalReading()
  await fault({ ...gone, network, times: null })
  await makeAttempts(3)
  expect(await latestTotals(id)).toMatchObject(KEPT)
  await noFaults()
})

test.each([
  ['an outage', [{ kind: 'error', on: 'all' }]],
  ['a workflow that answers 404 to everything', [{ kind: 'not_found', on: 'all' }]],
  ['a 404 for the account and no answer for its videos', [gone, { kind: 'error', on: 'metrics' }]],
])('keeps the last known figures after %s', async (_, faults) => {
  const { id, endsAt } = await atFinalReading()
  for (const one of faults) await fault({ network, times: null, ...one })
  await makeAttempts(5)
  expect((await latestTotals(id)).isFinal).toBe('end')
  clock.set(latestSettlementAt(endsAt))
  await makeAttempts(1)
  expect(await latestTotals(id)).toMatchObject({ ...KEPT, finalReadingMissing: true })
  await noFaults()
})

test.each([
  ['private', { isPublic: false }, 'account_private'],
  ['age-restricted', { ageRestricted: true }, 'account_age_restricted'],
])('removes all views when the account is %s and the network returns none of its videos', async (_, change, reason) => {
  const { id } = await atFinalReading((account) => edit(account, change))
  await fault({ kind: 'missing', on: 'metrics', network, times: null })
  await makeAttempts(1)
  expect(await latestTotals(id)).toMatchObject(LOST(reason))
  await noFaults()
})

test('keeps all views if the account is back before the final reading', async () => {
  const account = await anAccount({ network })
  const { id, code, endsAt } = await aSignup(account, { network, days: 3 })
  await publish(account, code, points([1, 500]))
  await night()
  await edit(account, { isGone: true })
  await night()
  await makeAttempts(3)
  expect(await latestTotals(id)).toMatchObject({ isFinal: false, qualified: 500, videos: [{ faults: ['video_deleted'] }] })
  clock.set(endsAt)
  await makeAttempts(3)
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'end', qualified: 500 })
  await edit(account, { isGone: false })
  clock.set(finalReadingAt(endsAt))
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', qualified: 500, excluded: [], videos: [{ faults: [] }] })
})

test.each([
  ['gone', { isGone: true }, { isGone: false }, 'video_deleted'],
  ['private', { isPublic: false }, { isPublic: true }, 'account_private'],
  ['age-restricted', { ageRestricted: true }, { ageRestricted: false }, 'account_age_restricted'],
])('reports when an account is %s the night after the campaign ended, and when the account is back', async (_, change, back, reason) => {
  const account = await anAccount({ network })
  // The campaign ends after 02:00, so that two nights follow before the final reading.
  const endsAt = nextInstantAt('13:00', new Date(clock.now().getTime() + 86_400_000))
  const { id, code } = await aSignup(account, { network, endsAt })
  await publish(account, code, points([1, 500]))
  await night()
  // Exactly at the end of the window, the window's last figure would still be unknown.
  clock.set(new Date(endsAt.getTime() + 60_000))
  await work()
  const counted = { isFinal: 'end', observed: 500, qualified: 500, excluded: [] }
  expect(await latestTotals(id)).toMatchObject({ ...counted, videos: [{ faults: [] }] })
  await edit(account, { ...change, bio: 'No link any more' })
  await night()
  await makeAttempts(3)
  const seen = await latestTotals(id)
  expect(seen).toMatchObject({ ...counted, videos: [{ faults: [reason], logo: 'verified' }] })
  expect(await risksOf(id)).toMatchObject([{ reason, views: 500, finalReadingAt: finalReadingAt(endsAt).toISOString() }])
  await edit(account, back)
  await night()
  expect(await latestTotals(id)).toMatchObject({ ...counted, revision: seen.revision + 1, videos: [{ faults: [] }] })
  clock.set(finalReadingAt(endsAt))
  await work()
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', qualified: 500, excluded: [] })
  expect((await recount.run({}, app.context())).split('\n').at(-1)).toContain('"differ":0')
})

test('emits no totals for a video past its window until its faults change', async () => {
  const account = await anAccount({ network })
  const { id, code } = await aSignup(account, { network, days: 30, windowDays: 1 })
  await publish(account, code, points([1, 500], [300, 5_000]))
  for (let nights = 0; nights < 3; nights += 1) await night()
  const before = await emitted(id)
  await edit(account, { bio: 'No link any more' })
  await night()
  expect(await emitted(id)).toEqual(before)
  await edit(account, { isPublic: false })
  await night()
  const { observed, qualified } = before.at(-1)
  expect(await latestTotals(id)).toMatchObject({ observed, qualified, videos: [{ faults: ['account_private'] }] })
})

test('warns about counted views at risk once for all videos, and again only when the fault returns', async () => {
  const account = await anAccount({ network })
  const { id, campaignId, creator, code } = await aSignup(account, { network, days: 30 })
  for (const _ of [1, 2]) await publish(account, code, points([1, 500]))
  await night()
  expect(await risksOf(id)).toEqual([])
  await edit(account, { isPublic: false })
  for (let nights = 0; nights < 3; nights += 1) await night()
  const warning = { subject: 'campaign', subjectId: campaignId, creatorId: creator.id, reason: 'account_private', views: 1_000 }
  expect(await risksOf(id)).toMatchObject([warning])
  await edit(account, { isPublic: true })
  await night()
  await edit(account, { isPublic: false })
  await night()
  expect(await risksOf(id)).toMatchObject([warning, warning])
})

test('does not warn about a video that never had any views to lose', async () => {
  const account = await anAccount({ network, ageRestricted: true })
  const { id, code } = await aSignup(account, { network, days: 30 })
  await publish(account, code, points([1, 500]))
  for (let nights = 0; nights < 2; nights += 1) await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 0, videos: [{ faults: ['account_age_restricted'] }] })
  expect(await risksOf(id)).toEqual([])
})
