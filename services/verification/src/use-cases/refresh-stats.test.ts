import { countBy, person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startVerification, statsOf } from '../testing/start-verification.ts'

const { app, clock, workflow, add, work, verified, verify, accountOf } = await startVerification()
const refresh = (creator: ReturnType<typeof person<'creator'>>, id: string) => app.as(creator).post(`/accounts/${id}/stats`, {})
const updatesOf = async (id: string) => (await app.emitted('account.updated')).filter(({ accountId }) => accountId === id)

test('after seven days, and not before, statistics are read by the network’s id, and the others hear of it', async () => {
  const { creator, id, username } = await verified()
  clock.advance({ days: 7, ms: -1 })
  expect(await refresh(creator, id)).toMatchObject({ status: 409, body: { code: 'stats_too_soon', details: { days: 7 } } })
  clock.advance({ ms: 1 })
  workflow.says({ body: statsOf('renamed', { externalId: `ext_${username}`, averageViews: null, language: 'wait', followers: 9 }) })
  expect(await refresh(creator, id)).toMatchObject({ status: 202, body: { statsSince: clock.now().toISOString() } })
  await work()
  expect(workflow.asked.at(-1)?.body).toEqual({ platform: 'instagram', externalId: `ext_${username}` })
  const account = await accountOf(creator, id)
  expect(account).toMatchObject({ status: 'verified', username: 'renamed', followers: 9, averageViews: null, language: 'wait' })
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
