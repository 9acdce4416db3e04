import { readFileSync } from 'node:fs'
import { movableClock, times } from '@reelfair/testkit'
import { mongo } from 'mongoose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, recordingLog, silent, type World } from '../../test/world.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { defineCollection, type Stored } from '../data/collection.ts'
import { makeMetrics } from '../metrics.ts'
import type { Context } from '../service.ts'
import { defineQueue, MAX_FAILURES, Queue, released } from './queue.ts'
import { queueCommands } from './queue-commands.ts'
import { queueFields } from './queue-state.ts'

const parcels = defineCollection('parcels', { dueAt: Date, sent: Number, ...queueFields }).index({ dueAt: 1, id: 1 })
const parcelQueue = defineQueue(parcels, { name: 'parcels', dueAt: 'dueAt', where: { sent: 0 }, leaseMs: 60_000 })
type Parcel = Stored<typeof parcels>

let world: World
let ctx: Context
const clock = movableClock('2026-11-21T12:00:00Z')
const { log, lines } = recordingLog()
beforeEach(async () => {
  lines.length = 0
  world = await openWorld({ bus: inProcessBus({ log: silent }), collections: [parcels], now: () => clock.now() })
  const transact: Context['transact'] = (work) => world.transactor.transact('a test', work)
  ctx = { ...world.context({ causeId: 'a test', transact }), connection: world.database.connection, log }
})
afterEach(() => world.stop())

const put = (...ids: string[]) =>
  ctx.transact(async (tx) => {
    for (const [at, id] of ids.entries())
      await parcels.insert(tx, { id, dueAt: new Date(clock.now().getTime() - ids.length + at), sent: 0 })
  })
const sentIn = async (tx: Parameters<typeof parcels.save>[0], { id }: Parcel) => {
  const now = await parcels.byId(tx, id)
  if (now) await parcels.save(tx, released({ ...now, sent: now.sent + 1 }))
}
const parcel = async (id: string) => (await parcels.byId(ctx, id)) as Parcel
/** Expires all leases, as if their process had died. */
const endLeases = () =>
  parcels.native(ctx.connection).updateMany({ 'queue.leaseUntil': { $exists: true } }, { $set: { 'queue.leaseUntil': new Date(0) } })
const failUntilDead = async (turn: () => Promise<unknown>) => {
  for (const _ of times(MAX_FAILURES, () => 0)) {
    await turn()
    clock.advance({ minutes: 31 })
  }
}
const alarms = () => lines.filter(({ level }) => level === 50).map(({ msg }) => msg)

test('measures a lease by machine time, independent of the product clock', async () => {
  await put('a')
  const [claimed] = await parcelQueue.claim(ctx)
  clock.advance({ days: 40 })
  expect(await parcelQueue.claim(ctx)).toEqual([])
  await endLeases()
  const [again] = await parcelQueue.claim(ctx)
  expect(again?.id).toBe('a')
  const now = await parcel('a')
  expect([parcelQueue.isMine(now, claimed as Parcel), parcelQueue.isMine(now, again as Parcel)]).toEqual([false, true])
})

test('gives an item to only one of ten concurrent claimants', async () => {
  await put('a')
  const claims = await Promise.all(times(10, () => parcelQueue.claim(ctx)))
  expect(claims.flat()).toHaveLength(1)
})

describe.each(['workOne', 'workInTransaction'] as const)('%s', (how) => {
  const turn = async (done: string[]) => {
    const send = (tx: Parameters<typeof parcels.save>[0], item: Parcel) => {
      if (item.id === 'poisoned') throw new Error('broken')
      done.push(item.id)
      return sentIn(tx, item)
    }
    if (how === 'workOne') return parcelQueue.workOne(ctx, (item) => ctx.transact((tx) => send(tx, item)))
    return parcelQueue.workInTransaction(ctx, 10, async (tx, items) => {
      for (const item of items) await send(tx, item)
    })
  }

  test('continues after a failing item, sets the item aside with an alarm and lets an operator retry it', async () => {
    await put('poisoned', 'b', 'c')
    while (await turn([])) {}
    expect([(await parcel('poisoned')).sent, (await parcel('b')).sent, (await parcel('c')).sent]).toEqual([0, 1, 1])
    expect(alarms()).toEqual([])
    await failUntilDead(() => turn([]))
    expect(alarms()).toEqual(['queue item set aside after repeated failures'])
    expect((await parcel('poisoned')).queue).toMatchObject({ failures: MAX_FAILURES, problem: 'Error: broken', deadAt: expect.any(Date) })

    const [list, retry] = queueCommands('kit', [parcelQueue])
    expect(await list?.run({}, ctx)).toMatch(/parcels {2}poisoned {2}Error: broken/)
    expect(await retry?.run({ queue: 'parcels' }, ctx)).toBe('1 put back.')
    expect(await list?.run({}, ctx)).toBe('No items set aside.')
    expect((await parcel('poisoned')).queue).toBeUndefined()
    expect(await turn([])).toBe(true)
  })

  test('increases the delay after each failure, up to half an hour, and sets items aside after the time in the runbook', async () => {
    await put('poisoned')
    const pauses: number[] = []
    for (const _ of times(MAX_FAILURES - 1, () => 0)) {
      await turn([])
      const { retryAt } = (await parcel('poisoned')).queue ?? {}
      pauses.push(((retryAt?.getTime() ?? 0) - clock.now().getTime()) / 1_000)
      expect(await turn([])).toBe(false)
      clock.set(retryAt ?? '')
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_800])
    const minutes = Math.floor(pauses.reduce((sum, pause) => sum + pause) / 60)
    const runbook = readFileSync(new URL('../../../../deploy/runbooks/retry-items-set-aside.md', import.meta.url), 'utf8')
    expect([...runbook.matchAll(/\w+ (?:minutes|hours)/g)].map(String)).toEqual(times(2, () => `${minutes} minutes`))
  })
})

test('sets aside an item that keeps crashing its worker and continues with the next item', async () => {
  await put('deadly', 'b')
  for (const _ of times(MAX_FAILURES, () => 0)) {
    expect((await parcelQueue.claim(ctx)).map(({ id }) => id)).toEqual(['deadly'])
    await endLeases()
  }
  expect(await parcelQueue.workOne(ctx, (item) => ctx.transact((tx) => sentIn(tx, item)))).toBe(true)
  expect([(await parcel('b')).sent, (await parcel('deadly')).queue?.deadAt]).toEqual([1, expect.any(Date)])
  expect(alarms()).toHaveLength(1)
})

test('lets operators discard an item that is set aside, but only in queues that allow it', async () => {
  await put('poisoned', 'b')
  const discardable = new Queue(parcels, { name: 'parcels', dueAt: 'dueAt', where: { sent: 0 }, isDiscardable: true })
  const [, , discard] = queueCommands('kit', [discardable])
  const [list, , none] = queueCommands('kit', [parcelQueue])
  expect(none).toBeUndefined()
  expect(await discard?.run({ queue: 'parcels', item: 'poisoned' }, ctx)).toBe('No such item is set aside.')
  await failUntilDead(() => parcelQueue.workOne(ctx, () => Promise.reject(new Error('broken'))))
  lines.length = 0
  expect(await discard?.run({ queue: 'parcels', item: 'poisoned' }, ctx)).toBe('Deleted.')
  expect(lines).toMatchObject([{ msg: 'queue item discarded by an operator', queue: 'parcels', item: 'poisoned' }])
  expect(await list?.run({}, ctx)).toBe('No items set aside.')
  expect([await parcels.byId(ctx, 'poisoned'), await parcels.byId(ctx, 'b')]).toEqual([undefined, expect.anything()])
})

test('sets aside and restores an item with an invalid shape', async () => {
  await put('broken', 'b')
  await parcels.native(ctx.connection).updateOne({ _id: 'broken' }, { $set: { sent: 0, stray: 'field' } })
  const turn = () => parcelQueue.workOne(ctx, (item) => ctx.transact((tx) => sentIn(tx, item)))
  while (await turn()) {}
  expect(await parcel('b')).toMatchObject({ sent: 1 })
  await failUntilDead(turn)
  expect(alarms()).toHaveLength(1)
  expect(await parcelQueue.retry(ctx)).toBe(1)
})

test('resets the failure count after a success', async () => {
  await put('a')
  await parcelQueue.workOne(ctx, () => Promise.reject(new Error('once')))
  expect((await parcel('a')).queue?.failures).toBe(1)
  clock.advance({ minutes: 1 })
  await parcelQueue.workOne(ctx, (item) => ctx.transact((tx) => sentIn(tx, item)))
  expect(await parcel('a')).toMatchObject({ sent: 1 })
  expect((await parcel('a')).queue).toBeUndefined()
})

test('ignores a late failure after another worker has claimed the item', async () => {
  await put('a')
  const [late] = await parcelQueue.claim(ctx)
  await endLeases()
  const [mine] = await parcelQueue.claim(ctx)
  await parcelQueue.fail(ctx, late as Parcel, new Error('late'))
  expect((await parcel('a')).queue).toEqual(mine?.queue)
})

describe('reporting a failure after the commit', () => {
  /** Returns a context whose transactions do their work and then fail with the given errors, one per attempt. */
  const meeting = (...errors: Error[]): Context => {
    const transact: Context['transact'] = (work) =>
      world.transactor.transact('a test', async (tx) => {
        const result = await work(tx)
        const error = errors.shift()
        if (error) throw error
        return result
      })
    return { ...ctx, connection: ctx.connection, transact }
  }
  const conflict = () => {
    const error = new mongo.MongoError('write conflict')
    error.addErrorLabel('TransientTransactionError')
    return error
  }
  const failures = () => lines.filter(({ msg }) => msg.startsWith('queue item')).length

  test('logs once when the transaction is retried', async () => {
    await put('a')
    const [claimed] = await parcelQueue.claim(ctx)
    await parcelQueue.fail(meeting(conflict()), claimed as Parcel, new Error('broken'))
    expect([(await parcel('a')).queue?.failures, failures()]).toEqual([1, 1])
  })

  test('counts a postponement once when its transaction is retried, and not when it is rolled back', async () => {
    await put('a')
    const failuresBefore = parcelQueue.failures
    await postpone(meeting(conflict()))
    expect(parcelQueue.failures).toBe(failuresBefore + 1)
    clock.advance({ minutes: 10 })
    await expect(postpone(meeting(new Error('no space left')))).rejects.toThrow('no space left')
    expect(parcelQueue.failures).toBe(failuresBefore + 1)
  })

  test('logs nothing when the transaction is rolled back', async () => {
    await put('a')
    const [claimed] = await parcelQueue.claim(ctx)
    const ctxOfFull = meeting(new Error('no space left'))
    await expect(parcelQueue.fail(ctxOfFull, claimed as Parcel, new Error('broken'))).rejects.toThrow('no space left')
    expect([(await parcel('a')).queue?.failures, failures()]).toEqual([0, 0])
  })
})

/** Claims the item and postpones it by ten minutes, as if an outage had prevented the work. */
async function postpone(within = ctx): Promise<void> {
  const [claimed] = await parcelQueue.claim(ctx)
  const dueAt = new Date(clock.now().getTime() + 600_000)
  await within.transact((tx) => parcelQueue.postpone(tx, claimed as Parcel, { ...(claimed as Parcel), dueAt }))
}
const figures = () => parcelQueue.figures(ctx, clock.now())

describe('an outage', () => {
  const fail = () => parcelQueue.workOne(ctx, () => Promise.reject(new Error('broken')))
  const crash = async () => {
    await parcelQueue.claim(ctx)
    await endLeases()
  }
  const steps: Record<string, () => Promise<unknown>> = { postpone: () => postpone(), fail, crash }

  test.each([
    times(MAX_FAILURES + 2, () => 'postpone'),
    ['postpone', 'fail', 'postpone'],
    ['fail', 'postpone', 'fail', 'fail'],
    ['postpone', 'crash', 'postpone', 'crash', 'fail'],
  ])('shows in failures and the oldest age, and its end clears the age: %s, %s, %s, …', async (...outcomes) => {
    await put('a')
    const failuresBefore = parcelQueue.failures
    for (const outcome of outcomes) {
      await steps[outcome]?.()
      clock.advance({ minutes: 10 })
    }
    expect(await figures()).toEqual({ depth: 1, oldestAgeSeconds: outcomes.length * 600 + 0.001, dead: 0 })
    expect(parcelQueue.failures - failuresBefore).toBe(outcomes.filter((outcome) => outcome !== 'crash').length)
    await parcelQueue.workOne(ctx, (item) => ctx.transact((tx) => sentIn(tx, item)))
    expect(await figures()).toEqual({ depth: 0, oldestAgeSeconds: 0, dead: 0 })
    expect((await parcel('a')).queue).toBeUndefined()
  })

  test('shows while every postponed item waits for its next attempt, next to items that are not yet due', async () => {
    await put('a', 'b')
    const { version, ...planned } = await parcel('b')
    await ctx.transact((tx) => parcels.save(tx, { ...planned, version, dueAt: new Date(clock.now().getTime() + 86_400_000) }))
    await postpone()
    clock.advance({ minutes: 9 })
    expect(await parcelQueue.due(ctx, clock.now(), 10)).toEqual([])
    expect(await figures()).toEqual({ depth: 1, oldestAgeSeconds: 540.002, dead: 0 })
  })

  test('forgets an item that is set aside, and measures it again from its due date after an operator’s retry', async () => {
    await put('a')
    await postpone()
    clock.advance({ minutes: 10 })
    await failUntilDead(fail)
    expect(await figures()).toEqual({ depth: 0, oldestAgeSeconds: 0, dead: 1 })
    expect((await parcel('a')).queue).not.toHaveProperty('dueSince')
    await parcelQueue.retry(ctx)
    expect(await figures()).toMatchObject({ depth: 1, oldestAgeSeconds: MAX_FAILURES * 31 * 60 })
  })

  test('ignores an item that no longer waits for work, even if another use case saved it with its claim', async () => {
    await put('a')
    await postpone()
    await ctx.transact(async (tx) => parcels.save(tx, { ...((await parcels.byId(tx, 'a')) as Parcel), sent: 1 }))
    expect(await figures()).toEqual({ depth: 0, oldestAgeSeconds: 0, dead: 0 })
  })
})

test('does not count a planned wait', async () => {
  await put('a')
  const failuresBefore = parcelQueue.failures
  const dueAt = new Date(clock.now().getTime() + 600_000)
  await parcelQueue.workOne(ctx, async (item) => void (await ctx.transact((tx) => parcels.save(tx, released({ ...item, dueAt })))))
  expect(await figures()).toEqual({ depth: 0, oldestAgeSeconds: 0, dead: 0 })
  clock.advance({ minutes: 10, ms: 1 })
  expect(await figures()).toEqual({ depth: 1, oldestAgeSeconds: 0.001, dead: 0 })
  expect(parcelQueue.failures).toBe(failuresBefore)
})

test('reports a queue’s depth, oldest item’s age, items set aside and failures', async () => {
  await put('a', 'b')
  clock.advance({ seconds: 30, ms: -2 })
  await parcelQueue.workOne(ctx, () => Promise.reject(new Error('once')))
  const metrics = makeMetrics('kit')
  metrics.watchQueues(
    [parcelQueue],
    () => ctx,
    () => clock.now(),
  )
  const { text } = await metrics.text()
  expect(text).toContain('queue_depth{queue="parcels",service="kit"} 2')
  expect(text).toContain('queue_oldest_age_seconds{queue="parcels",service="kit"} 30')
  expect(text).toContain('queue_dead{queue="parcels",service="kit"} 0')
  expect(text).toMatch(/queue_failures\{queue="parcels",service="kit"\} [1-9]/)
})
