import { countBy, failUntilSetAside, operate, person, queueMetrics, recordingLog, setAside, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { creatorNetworks } from '../store/creator-networks.ts'
import { startVerification, statsOf } from '../testing/start-verification.ts'
import { refreshNextStats } from './refresh-stats.ts'

const { app, clock, workflow, add, work, verified, verify, accountOf } = await startVerification()
const refresh = (creator: ReturnType<typeof person<'creator'>>, id: string) => app.as(creator).post(`/accounts/${id}/stats`, {})
const updatesOf = async (id: string) => (await app.emitted('account.updated')).filter(({ accountId }) => accountId === id)

test('refreshes statistics by network id after seven days but no earlier, and emits `account.updated`', async () => {
  const { creator, id, username } = await verified()
  clock.advance({ days: 7, ms: -1 })
  expect(await refresh(creator, id)).toMatchObject({ status: 409, body: { code: 'stats_too_soon', details: { days: 7 } } })
  clock.advance({ ms: 1 })
  const unknown = { averageViews: null, rpmCents: null, language: 'wait' }
  workflow.answersNext({
    body: statsOf('renamed', { externalId: `ext_${username}`, ...unknown, followers: 9, paidLabelConsent: true }),
  })
  expect(await refresh(creator, id)).toMatchObject({ status: 202, body: { statsSince: clock.now().toISOString() } })
  await work()
  expect(workflow.asked.at(-1)?.body).toEqual({ platform: 'instagram', externalId: `ext_${username}` })
  const account = await accountOf(creator, id)
  expect(account).toMatchObject({
    status: 'verified',
    username: 'renamed',
    followers: 9,
    averageViews: null,
    language: 'wait',
    paidLabelConsent: true,
  })
  expect(account).not.toHaveProperty('rpmCents')
  expect(account.nextStatsAt).toBe(new Date(clock.now().getTime() + 7 * 86_400_000).toISOString())
  expect(await updatesOf(id)).toMatchObject([{ externalId: `ext_${username}`, username: 'renamed', averageViews: null }])
  expect(await refresh(creator, id)).toMatchObject({ status: 409, body: { code: 'stats_too_soon' } })
})

test('rejects a second refresh for five minutes while one is running', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  const answers = await Promise.all(times(10, () => refresh(creator, id)))
  expect(countBy(answers, 'status')).toEqual({ 202: 1, 409: 9 })
  expect((await refresh(creator, id)).body.code).toBe('stats_running')
  clock.advance({ minutes: 5 })
  expect((await refresh(creator, id)).status).toBe(202)
  await work()
})

test('reports a failure after three attempts and allows another refresh immediately', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  const before = workflow.asked.length
  workflow.answersNext({ status: 500, body: {} }, { body: 'broken' }, { status: 500, body: {} })
  await refresh(creator, id)
  for (let wait = 0; wait < 5; wait++) {
    await work()
    clock.advance({ seconds: 4 })
  }
  expect(workflow.asked.length - before).toBe(3)
  expect(await accountOf(creator, id)).toMatchObject({
    followers: 24_000,
    statsFailure: { code: 'stats_failed', sentence: expect.stringContaining('later') },
  })
  expect((await refresh(creator, id)).status).toBe(202)
  await work()
  expect(await accountOf(creator, id)).not.toHaveProperty('statsFailure')
  expect(await updatesOf(id)).toHaveLength(1)
})

test('never shortens the pause that a 429 response requires', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  workflow.answersNext({ status: 429, body: {}, headers: { 'retry-after': '600' } })
  await refresh(creator, id)
  await work()
  const before = workflow.asked.length
  clock.advance({ minutes: 10, ms: -1 })
  await work()
  expect(workflow.asked).toHaveLength(before)
  clock.advance({ ms: 1 })
  await work()
  expect(await updatesOf(id)).toHaveLength(1)
})

test('shows an outage in the queue’s metrics until the statistics are read or the refresh fails', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  const { failures } = await queueMetrics(app, 'statistics')
  const down = { status: 500, body: {} }
  workflow.answersNext(down, down)
  await refresh(creator, id)
  for (const _ of times(2, () => 0)) {
    await work()
    clock.advance({ seconds: 4 })
  }
  expect(await queueMetrics(app, 'statistics')).toEqual({ depth: 1, oldestAge: 8, failures: failures + 2 })
  await work()
  expect(await queueMetrics(app, 'statistics')).toEqual({ depth: 0, oldestAge: 0, failures: failures + 2 })
  clock.advance({ days: 7 })
  workflow.answersNext(down, down, down)
  await refresh(creator, id)
  for (const _ of times(3, () => 0)) {
    await work()
    clock.advance({ seconds: 4 })
  }
  expect(await queueMetrics(app, 'statistics')).toEqual({ depth: 0, oldestAge: 0, failures: failures + 5 })
})

test('does not count an account that no longer exists as a failure of the workflow', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  const { failures } = await queueMetrics(app, 'statistics')
  workflow.answersNext({ status: 404, body: {} })
  await refresh(creator, id)
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ statsFailure: { code: 'stats_failed' } })
  expect(await queueMetrics(app, 'statistics')).toEqual({ depth: 0, oldestAge: 0, failures })
})

test('discards another account’s statistics, and does not adopt a username that another creator holds', async () => {
  const [one, other] = [await verified(), await verified()]
  clock.advance({ days: 7 })
  workflow.answersNext({ body: statsOf('stranger') })
  await refresh(one.creator, one.id)
  await work()
  expect(await accountOf(one.creator, one.id)).toMatchObject({ username: one.username, statsFailure: { code: 'stats_failed' } })
  workflow.answersNext({ body: statsOf(other.username, { externalId: `ext_${one.username}`, followers: 77 }) })
  await refresh(one.creator, one.id)
  await work()
  expect(await accountOf(one.creator, one.id)).toMatchObject({ username: one.username, followers: 77 })
})

test('adopts a renamed account’s new username, and removes the creator’s unverified account with that name', async () => {
  const { creator, id, username } = await verified()
  const added = await add(creator, 'new.name')
  clock.advance({ days: 7 })
  workflow.answersNext({ body: statsOf('New.Name', { externalId: `ext_${username}`, followers: 78 }) })
  await refresh(creator, id)
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ status: 'verified', username: 'New.Name', followers: 78 })
  expect(await accountOf(creator, added)).toBeUndefined()
  expect(await app.emitted('account.removed')).toContainEqual({
    accountId: added,
    creatorId: creator.id,
    network: 'instagram',
    username: 'new.name',
    version: 2,
  })
  expect(await creatorNetworks.byId(app.context(), `${creator.id}:instagram`)).toMatchObject({ accounts: 1 })
})

test('keeps the old username if another account of the creator has the new one and is verified or being verified', async () => {
  const { creator, id, username } = await verified()
  const running = await add(creator, 'running')
  clock.advance({ days: 7 })
  await app.as(creator).put('/codes/instagram', {})
  workflow.answersNext({ body: { pending: true } })
  await verify(creator, running)
  await work()
  workflow.answersNext({ body: statsOf('running', { externalId: `ext_${username}`, followers: 79 }) })
  await refresh(creator, id)
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ username, followers: 79 })
  expect(await accountOf(creator, running)).toMatchObject({ status: 'verifying' })
  const other = await verified(creator)
  clock.advance({ days: 7 })
  workflow.answersNext({ body: statsOf(other.username, { externalId: `ext_${username}`, followers: 80 }) })
  await refresh(creator, id)
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ username, followers: 80 })
  expect(await accountOf(creator, other.id)).toMatchObject({ status: 'verified' })
})

test.each([
  ['the statistics are invalid', (): object => ({ followers: 0.5 })],
  [
    'the provider throws',
    () => {
      throw new TypeError('unexpected error')
    },
  ],
])('gives up after three attempts when %s, while other accounts are refreshed', async (_, spoil) => {
  const [one, other] = [await verified(), await verified()]
  const asked: string[] = []
  const ctx = app.context()
  const fetchAccountStats = async (account: { externalId: string }) => {
    asked.push(account.externalId)
    const stats = await ctx.ports.social.fetchAccountStats(account)
    return account.externalId === `ext_${one.username}` ? { ...stats, ...spoil() } : stats
  }
  const spoiled = { ...ctx, ports: { ...ctx.ports, social: { ...ctx.ports.social, fetchAccountStats } } }
  clock.advance({ days: 7 })
  await refresh(one.creator, one.id)
  await refresh(other.creator, other.id)
  for (let wait = 0; wait < 8; wait++) {
    while (await refreshNextStats(spoiled)) expect(asked.length).toBeLessThan(20)
    clock.advance({ seconds: 30 })
  }
  expect(asked.toSorted()).toEqual([...times(3, () => `ext_${one.username}`), `ext_${other.username}`].toSorted())
  expect(await accountOf(one.creator, one.id)).toMatchObject({ followers: 24_000, statsFailure: { code: 'stats_failed' } })
  expect(await updatesOf(other.id)).toHaveLength(1)
})

test('gives up after three interrupted attempts', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  await refresh(creator, id)
  const before = workflow.asked.length
  const collection = app.context().connection.collection<{ _id: string }>('accounts')
  await collection.updateOne({ _id: id }, { $set: { statsTries: 3 } })
  await work()
  expect(workflow.asked.length).toBe(before)
  expect(await accountOf(creator, id)).toMatchObject({ statsFailure: { code: 'stats_failed' } })
})

test('sets aside statistics that cannot be stored, refreshes other accounts, and retries when an operator requeues them', async () => {
  const [poisoned, other] = [await verified(), await verified()]
  clock.advance({ days: 7 })
  await refresh(poisoned.creator, poisoned.id)
  clock.advance({ seconds: 1 })
  await refresh(other.creator, other.id)
  const rows = app.database.collection<{ _id: string }>('accounts')
  await rows.updateOne({ _id: poisoned.id }, { $set: { stray: true } })
  const { log, alarms } = recordingLog()
  const { connection, ...context } = app.context()
  const turn = () => refreshNextStats({ ...context, connection, log })
  while (await turn()) {}
  expect(await updatesOf(other.id)).toHaveLength(1)
  await failUntilSetAside(app, turn)
  expect(alarms()).toContainEqual(setAside('statistics', poisoned.id))
  await rows.updateOne({ _id: poisoned.id }, { $unset: { stray: true }, $set: { statsTries: 0 } })
  expect(await operate(verification, app, 'verification-queue-retry', { queue: 'statistics' })).toBe('1 put back.')
  await work()
  expect(await updatesOf(poisoned.id)).toHaveLength(1)
})

test('rejects refreshes of an unverified account and of another creator’s account', async () => {
  const creator = person('creator')
  const id = await add(creator, 'fresh')
  expect(await refresh(creator, id)).toMatchObject({ status: 409, body: { code: 'account_not_verified' } })
  expect(await refresh(person('creator'), id)).toMatchObject({ status: 404 })
})

test('restarts the seven-day wait for new statistics when an account is verified again', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 3 })
  await app.as(creator).put('/codes/instagram', {})
  await verify(creator, id, { again: true })
  await work()
  expect((await accountOf(creator, id)).nextStatsAt).toBe(new Date(clock.now().getTime() + 7 * 86_400_000).toISOString())
})
