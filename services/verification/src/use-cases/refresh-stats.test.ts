import { countBy, failUntilSetAside, listeningLog, operate, person, setAside, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { standings } from '../store/standings.ts'
import { startVerification, statsOf } from '../testing/start-verification.ts'
import { refreshNextStats } from './refresh-stats.ts'

const { app, clock, workflow, add, work, verified, verify, accountOf } = await startVerification()
const refresh = (creator: ReturnType<typeof person<'creator'>>, id: string) => app.as(creator).post(`/accounts/${id}/stats`, {})
const updatesOf = async (id: string) => (await app.emitted('account.updated')).filter(({ accountId }) => accountId === id)

test('after seven days, and not before, statistics are read by the network’s id, and the others hear of it', async () => {
  const { creator, id, username } = await verified()
  clock.advance({ days: 7, ms: -1 })
  expect(await refresh(creator, id)).toMatchObject({ status: 409, body: { code: 'stats_too_soon', details: { days: 7 } } })
  clock.advance({ ms: 1 })
  workflow.says({
    body: statsOf('renamed', { externalId: `ext_${username}`, averageViews: null, language: 'wait', followers: 9, paidLabelConsent: true }),
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
  expect(account.nextStatsAt).toBe(new Date(clock.now().getTime() + 7 * 86_400_000).toISOString())
  expect(await updatesOf(id)).toMatchObject([{ externalId: `ext_${username}`, username: 'renamed', averageViews: null }])
  expect(await refresh(creator, id)).toMatchObject({ status: 409, body: { code: 'stats_too_soon' } })
})

test('while a refresh runs there is no second one, for five minutes', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  const answers = await Promise.all(times(10, () => refresh(creator, id)))
  expect(countBy(answers, 'status')).toEqual({ 202: 1, 409: 9 })
  expect((await refresh(creator, id)).body.code).toBe('stats_running')
  clock.advance({ minutes: 5 })
  expect((await refresh(creator, id)).status).toBe(202)
  await work()
})

test('a network that does not give them is asked three times; then it says so, and may be asked again at once', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 7 })
  const before = workflow.asked.length
  workflow.says({ status: 500, body: {} }, { body: 'broken' }, { status: 500, body: {} })
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

test('figures of another account are not taken, and a name that another creator holds is not taken over', async () => {
  const [one, other] = [await verified(), await verified()]
  clock.advance({ days: 7 })
  workflow.says({ body: statsOf('stranger') })
  await refresh(one.creator, one.id)
  await work()
  expect(await accountOf(one.creator, one.id)).toMatchObject({ username: one.username, statsFailure: { code: 'stats_failed' } })
  workflow.says({ body: statsOf(other.username, { externalId: `ext_${one.username}`, followers: 77 }) })
  await refresh(one.creator, one.id)
  await work()
  expect(await accountOf(one.creator, one.id)).toMatchObject({ username: one.username, followers: 77 })
})

test('a creator renames the account and adds the new name besides: the refreshed account has the name, and the unverified one gives way', async () => {
  const { creator, id, username } = await verified()
  const added = await add(creator, 'new.name')
  clock.advance({ days: 7 })
  workflow.says({ body: statsOf('New.Name', { externalId: `ext_${username}`, followers: 78 }) })
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
  expect(await standings.byId(app.context(), `${creator.id}:instagram`)).toMatchObject({ accounts: 1 })
})

test('the new name is being verified, or verified, in the creator’s other account: the refreshed one keeps its old name', async () => {
  const { creator, id, username } = await verified()
  const running = await add(creator, 'running')
  clock.advance({ days: 7 })
  await app.as(creator).put('/codes/instagram', {})
  workflow.says({ body: { pending: true } })
  await verify(creator, running)
  await work()
  workflow.says({ body: statsOf('running', { externalId: `ext_${username}`, followers: 79 }) })
  await refresh(creator, id)
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ username, followers: 79 })
  expect(await accountOf(creator, running)).toMatchObject({ status: 'verifying' })
  const other = await verified(creator)
  clock.advance({ days: 7 })
  workflow.says({ body: statsOf(other.username, { externalId: `ext_${username}`, followers: 80 }) })
  await refresh(creator, id)
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ username, followers: 80 })
  expect(await accountOf(creator, other.id)).toMatchObject({ status: 'verified' })
})

test.each([
  ['cannot be kept', (): object => ({ followers: 0.5 })],
  [
    'makes the reading break down',
    () => {
      throw new TypeError('a fault of ours')
    },
  ],
])('what %s is asked for three times, then given up; the others are read meanwhile', async (_, spoil) => {
  const [one, other] = [await verified(), await verified()]
  const asked: string[] = []
  const ctx = app.context()
  const fetchAccountStats = async (account: { externalId: string }) => {
    asked.push(account.externalId)
    const said = await ctx.ports.social.fetchAccountStats(account)
    return account.externalId === `ext_${one.username}` ? { ...said, ...spoil() } : said
  }
  const spoilt = { ...ctx, ports: { ...ctx.ports, social: { ...ctx.ports.social, fetchAccountStats } } }
  clock.advance({ days: 7 })
  await refresh(one.creator, one.id)
  await refresh(other.creator, other.id)
  for (let wait = 0; wait < 8; wait++) {
    while (await refreshNextStats(spoilt)) expect(asked.length).toBeLessThan(20)
    clock.advance({ seconds: 30 })
  }
  expect(asked.toSorted()).toEqual([...times(3, () => `ext_${one.username}`), `ext_${other.username}`].toSorted())
  expect(await accountOf(one.creator, one.id)).toMatchObject({ followers: 24_000, statsFailure: { code: 'stats_failed' } })
  expect(await updatesOf(other.id)).toHaveLength(1)
})

test('whoever reads them dies again and again: after three tries they are given up', async () => {
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

test('statistics that can never be stored are set aside, those behind them are read, and an operator puts them back', async () => {
  const [poisoned, other] = [await verified(), await verified()]
  clock.advance({ days: 7 })
  await refresh(poisoned.creator, poisoned.id)
  clock.advance({ seconds: 1 })
  await refresh(other.creator, other.id)
  const rows = app.database.collection<{ _id: string }>('accounts')
  await rows.updateOne({ _id: poisoned.id }, { $set: { stray: true } })
  const { log, alarms } = listeningLog()
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

test('an account that is not verified has none; someone else’s is not found', async () => {
  const creator = person('creator')
  const id = await add(creator, 'fresh')
  expect(await refresh(creator, id)).toMatchObject({ status: 409, body: { code: 'account_not_verified' } })
  expect(await refresh(person('creator'), id)).toMatchObject({ status: 404 })
})

test('one that is verified again has its statistics, and the seven days begin anew', async () => {
  const { creator, id } = await verified()
  clock.advance({ days: 3 })
  await app.as(creator).put('/codes/instagram', {})
  await verify(creator, id, { again: true })
  await work()
  expect((await accountOf(creator, id)).nextStatsAt).toBe(new Date(clock.now().getTime() + 7 * 86_400_000).toISOString())
})
