/** Work that always throws is set aside with an alarm until an operator retries it. Other work continues. */
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { failUntilSetAside, operate, recordingLog, setAside, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { points, runAllWorkers, startMetrics, untilPlanned } from '../testing/start-metrics.ts'
import { decideOverdueReviews } from './decide-overdue-reviews.ts'
import { endAssignments } from './end-assignments.ts'
import { planFinalReadings } from './plan-final-readings.ts'
import { readNextAccounts } from './read-next-accounts.ts'

const { app, clock, anAccount, aSignup, publish, latestTotals, night, work, endCampaign, ports } = await startMetrics()
const rows = (name: string) => app.database.collection<{ _id: string; endsAt?: Date; state?: string; queue?: object }>(name)
/** Adds a field that the schema rejects, so that every save of the document throws. */
const poison = (name: string, filter: object) => rows(name).updateOne(filter, { $set: { stray: true } })
const cure = (name: string, filter: object) => rows(name).updateOne(filter, { $unset: { stray: true } })
const listening = () => {
  const { log, alarms } = recordingLog()
  const { connection, ...context } = app.context()
  return { ctx: { ...context, connection, ports, log }, alarms }
}
const putBack = (queue: string) => operate(metrics, app, 'metrics-queue-retry', { queue })
const twoSignUps = async (more: object = {}) => {
  const made = []
  for (const _ of times(2, () => 0)) {
    const account = await anAccount()
    const signup = await aSignup(account, { days: 3, ...more })
    await publish(account, signup.code, points([1, 500]))
    clock.advance({ seconds: 1 })
    made.push({ ...signup, account })
  }
  return made as [(typeof made)[0], (typeof made)[0]]
}

test('sets aside a campaign’s end that cannot be applied to its sign-ups', async () => {
  const [poisoned, other] = await twoSignUps()
  await poison('assignments', { _id: poisoned.id })
  for (const { campaignId, brand } of [poisoned, other]) {
    await endCampaign(campaignId, brand.id, clock.now())
    clock.advance({ seconds: 1 })
  }
  const { ctx, alarms } = listening()
  while (await endAssignments(ctx));
  const endOf = async ({ id }: { id: string }) => (await rows('assignments').findOne({ _id: id }))?.endsAt as Date
  expect((await endOf(other)).getTime()).toBeLessThan(other.endsAt.getTime())
  await failUntilSetAside(app, () => endAssignments(ctx))
  expect(alarms()).toEqual([setAside('subject-ends', poisoned.campaignId)])
  await cure('assignments', { _id: poisoned.id })
  expect(await putBack('subject-ends')).toBe('1 put back.')
  while (await endAssignments(ctx));
  expect((await endOf(poisoned)).getTime()).toBeLessThan(poisoned.endsAt.getTime())
  await work()
})

test('sets aside a sign-up whose final reading cannot be planned', async () => {
  const [poisoned, other] = await twoSignUps()
  await poison('assignments', { _id: poisoned.id })
  clock.set(new Date(other.endsAt.getTime() + 1_000))
  const { ctx, alarms } = listening()
  while (await planFinalReadings(ctx));
  await runAllWorkers(ctx as never)
  expect(await latestTotals(other.id)).toMatchObject({ isFinal: 'end' })
  await failUntilSetAside(app, () => planFinalReadings(ctx))
  expect(alarms()).toContainEqual(setAside('final-readings', poisoned.id))
  await cure('assignments', { _id: poisoned.id })
  expect(await putBack('final-readings')).toBe('1 put back.')
  await work()
  expect(await latestTotals(poisoned.id)).toMatchObject({ isFinal: 'end' })
})

test('sets aside a reading that cannot be stored, and completes the nightly refresh without it', async () => {
  const [poisoned, other] = await twoSignUps({ days: 30 })
  clock.set(nextInstantAt('00:00', clock.now()))
  const day = businessDayOf(clock.now())
  await untilPlanned(app, day)
  const task = { _id: `${day}:tiktok:${poisoned.account}` }
  await poison('tasks', task)
  const { ctx, alarms } = listening()
  while (await readNextAccounts(ctx));
  expect((await rows('tasks').findOne({ _id: `${day}:tiktok:${other.account}` }))?.state).toBe('done')
  await failUntilSetAside(app, () => readNextAccounts(ctx))
  expect(alarms()).toContainEqual(setAside('readings', task._id))
  await runAllWorkers(ctx as never)
  expect(await app.emitted('refresh.completed')).toContainEqual(expect.objectContaining({ day }))
  await cure('tasks', task)
  expect(await putBack('readings')).toBe('1 put back.')
  await work()
  expect((await rows('tasks').findOne(task))?.state).toBe('done')
})

test('sets aside a review whose default decision cannot be stored', async () => {
  const signUps = []
  for (const _ of times(2, () => 0)) {
    const account = await anAccount()
    const signup = await aSignup(account, { days: 30 })
    await publish(account, signup.code, points([1, 500], [2_000, 500]), { logo: 'unknown' })
    signUps.push(signup)
  }
  await night()
  const ids = signUps.map(({ id }) => id)
  const open = await rows('reviews')
    .find({ assignmentId: { $in: ids }, state: 'open' })
    .sort({ decideBy: 1, _id: 1 })
    .toArray()
  expect(open).toHaveLength(2)
  const [poisoned = '', other = ''] = open.map(({ _id }) => _id)
  await poison('reviews', { _id: poisoned })
  clock.advance({ hours: 73 })
  const { ctx, alarms } = listening()
  while (await decideOverdueReviews(ctx));
  const stateOf = async (id: string) => (await rows('reviews').findOne({ _id: id }))?.state
  expect([await stateOf(poisoned), await stateOf(other)]).toEqual(['open', 'decided'])
  await failUntilSetAside(app, () => decideOverdueReviews(ctx))
  expect(alarms()).toEqual([setAside('overdue-reviews', poisoned)])
  await cure('reviews', { _id: poisoned })
  expect(await putBack('overdue-reviews')).toBe('1 put back.')
  while (await decideOverdueReviews(ctx));
  expect(await stateOf(poisoned)).toBe('decided')
})
