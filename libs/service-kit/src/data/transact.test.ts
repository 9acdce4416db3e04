import { randomUUID } from 'node:crypto'
import { eventKey, Refusal } from '@reelfair/contracts'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedMongo } from '@reelfair/testkit/shared'
import { mongo } from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { startCuttableProxy } from '../../test/cuttable.ts'
import { Answered, effects, limits, openWorld, silent, Tested, type World } from '../../test/world.ts'
import type { Bus, OutgoingMessage } from '../bus/bus.ts'
import { inProcessBus } from '../bus/in-process.ts'
import type { Tx } from '../service.ts'
import { isDuplicate, isUnavailable, TransactionTimeout } from './faults.ts'
import { outboxOf } from './outbox.ts'
import { createTransactor } from './transact.ts'

const published: OutgoingMessage[] = []
const bus: Bus = {
  ...inProcessBus({ log: silent }),
  publish: async (messages) => {
    published.push(...messages)
    return messages.map(() => 'confirmed')
  },
}
let world: World
beforeAll(async () => {
  world = await openWorld({ bus, publishes: new Set([eventKey(Tested)]) })
})
afterAll(() => world?.stop())
afterEach(() => void published.splice(0))

const effect = (name = 'x') => ({ id: randomUUID(), name, eventName: 'none' })
const stored = (id: string) => effects.byId({ connection: world.database.connection }, id)
const rows = () => outboxOf(world.database.connection).countDocuments({})

test('stores documents and events together and publishes the events after the commit', async () => {
  const made = effect()
  const answer = await world.transactor.transact('a cause', async (tx) => {
    await effects.insert(tx, made)
    tx.emit(Tested.of({ name: 'Zoé' }))
    expect(published).toEqual([])
    return 'answer'
  })
  expect(answer).toBe('answer')
  expect(await stored(made.id)).toBeDefined()
  const [message] = await eventually(() => {
    expect(published).toHaveLength(1)
    return published
  })
  const envelope = JSON.parse(Buffer.from(message!.body).toString())
  expect(envelope).toMatchObject({
    id: message!.id,
    specversion: '1.0',
    type: 'kit.tested',
    source: '/tested',
    dataversion: 1,
    causationid: 'a cause',
    data: { name: 'Zoé' },
  })
  expect(Math.abs(Date.now() - Date.parse(envelope.time))).toBeLessThan(10_000)
  await eventually(async () => expect(await rows()).toBe(0))
})

test('stores and emits nothing on a refusal', async () => {
  const made = effect()
  const refused = world.transactor.transact('a cause', async (tx) => {
    await effects.insert(tx, made)
    await effects.byId(tx, made.id)
    tx.emit(Tested.of({ name: 'nobody' }))
    throw new Refusal('not_allowed')
  })
  await expect(refused).rejects.toThrow(new Refusal('not_allowed'))
  expect(await stored(made.id)).toBeUndefined()
  expect(await rows()).toBe(0)
  expect(published).toEqual([])
})

test('retries conflicting transactions and emits each event once', async () => {
  const counter = await world.transactor.transact('a cause', (tx) => effects.insert(tx, effect('counter')))
  let attempts = 0
  const raise = () =>
    world.transactor.transact('a cause', async (tx) => {
      attempts += 1
      const now = await effects.byId(tx, counter.id)
      if (!now) throw new Error('gone')
      await effects.save(tx, { ...now, name: `${now.name}+` })
      tx.emit(Tested.of({ name: now.name }))
    })
  // Each transaction reads before it writes, so all of them conflict and eventually run one after the other.
  await Promise.all(Array.from({ length: 12 }, raise))
  expect((await stored(counter.id))?.name).toBe(`counter${'+'.repeat(12)}`)
  expect(attempts).toBeGreaterThanOrEqual(12)
  await eventually(() =>
    expect(published.map(({ body }) => JSON.parse(Buffer.from(body).toString()).data.name.length).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => 7 + at),
    ),
  )
})

test('inserts one document when concurrent transactions use the same id', async () => {
  const id = randomUUID()
  const once = () =>
    world.transactor.transact('a cause', async (tx) => {
      const before = await effects.byId(tx, id)
      if (before) return 'found'
      await effects.insert(tx, { ...effect(), id })
      return 'made'
    })
  const answers = await Promise.all(Array.from({ length: 8 }, once))
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'found')).toHaveLength(7)
})

describe('a transaction with a single write', () => {
  type Work = Parameters<World['transactor']['transact']>[1]

  async function commits(work: Work): Promise<number> {
    const client = world.database.connection.getClient()
    const begin = client.startSession.bind(client)
    let committed = 0
    const spy = vi.spyOn(client, 'startSession').mockImplementation((options) => {
      const session = begin(options)
      const commit = session.commitTransaction.bind(session)
      session.commitTransaction = (...args) => {
        committed += 1
        return commit(...args)
      }
      return session
    })
    await world.transactor.transact('a cause', work).finally(() => spy.mockRestore())
    return committed
  }

  test('runs without a MongoDB transaction unless it includes a read, a second write or an event', async () => {
    const made = effect()
    expect(await commits((tx) => effects.insert(tx, made))).toBe(0)
    expect(await stored(made.id)).toBeDefined()
    const others: Work[] = [
      async (tx) => effects.insert(tx, (await effects.byId(tx, made.id)) ? effect() : made),
      async (tx) => {
        await effects.insert(tx, effect())
        await effects.insert(tx, effect())
      },
      async (tx) => {
        await effects.insert(tx, effect())
        await effects.aggregate(tx, [{ $match: { name: 'nobody' } }])
      },
      async (tx) => {
        const { id, ...fields } = effect()
        await effects.lock(tx, id, fields)
        await effects.insert(tx, effect())
      },
      async (tx) => {
        await tx.unit.run(effects.name, (options) =>
          effects.native(tx.connection).insertOne({ _id: randomUUID(), ...effect(), version: 1 }, options),
        )
        await effects.insert(tx, effect())
      },
      async (tx) => {
        await effects.insert(tx, effect())
        tx.emit(Tested.of({ name: 'x' }))
      },
    ]
    for (const other of others) expect(await commits(other)).toBe(1)
    await eventually(async () => expect(await rows()).toBe(0))
  })

  test('keeps code from bypassing the unit of work, because only the unit has the driver’s session', () => {
    expectTypeOf<Tx>().not.toHaveProperty('session')
    expectTypeOf<Tx['unit']>().not.toExtend<mongo.ClientSession>()
  })

  test('refuses a changed, removed or duplicate document even without a MongoDB transaction', async () => {
    const made = await world.transactor.transact('a cause', (tx) => effects.insert(tx, effect()))
    await world.transactor.transact('a cause', (tx) => effects.save(tx, { ...made, name: 'newer' }))
    const conflict = new Refusal('conflict', { collection: 'effects' })
    await expect(world.transactor.transact('a cause', (tx) => effects.save(tx, { ...made, name: 'older' }))).rejects.toEqual(conflict)
    await expect(world.transactor.transact('a cause', (tx) => effects.remove(tx, made))).rejects.toEqual(conflict)
    const again = await world.transactor
      .transact('a cause', (tx) => effects.insert(tx, { ...effect(), id: made.id }))
      .catch((error: unknown) => error)
    expect(isDuplicate(again)).toBe(true)
    expect((await stored(made.id))?.name).toBe('newer')
  })
})

test('refuses nested transactions', async () => {
  const nested = world.transactor.transact('outer', () => world.transactor.transact('inner', async () => 1))
  await expect(nested).rejects.toThrow('transact inside transact')
})

test('refuses parallel operations and use after the transaction has ended', async () => {
  const parallel = world.transactor.transact('a cause', (tx) => Promise.all([effects.byId(tx, 'a'), effects.byId(tx, 'b')]))
  await expect(parallel).rejects.toThrow('no Promise.all')
  const kept = await world.transactor.transact('a cause', async (tx) => tx)
  await expect(effects.byId(kept, 'a')).rejects.toThrow('over')
})

test('refuses to emit an event that the service does not publish', async () => {
  const odd = world.transactor.transact('a cause', async (tx) => tx.emit(Answered.of({ name: 'x' })))
  await expect(odd).rejects.toThrow('kit.answered')
})

const transactorOf = (limitMs: number, { database, relay }: Pick<typeof world, 'database' | 'relay'> = world) =>
  createTransactor({
    database,
    relay,
    source: 'tested',
    now: () => new Date(),
    newId: randomUUID,
    log: silent,
    maxOpen: limits.maxOpen,
    limitMs,
  })

test('aborts work that takes too long and stores nothing', async () => {
  const impatient = transactorOf(1_000)
  const made = effect()
  const slow = impatient.transact('a cause', async (tx) => {
    await effects.insert(tx, made)
    await effects.byId(tx, made.id)
    await new Promise(() => {})
  })
  await expect(slow).rejects.toBeInstanceOf(TransactionTimeout)
  expect(await stored(made.id)).toBeUndefined()
})

test('reads one snapshot despite concurrent commits', async () => {
  const made = await world.transactor.transact('a cause', (tx) => effects.insert(tx, effect('before')))
  const session = world.database.connection.getClient().startSession()
  try {
    await world.transactor.transact('a cause', async (tx) => {
      expect((await effects.byId(tx, made.id))?.name).toBe('before')
      await effects.native(world.database.connection).updateOne({ _id: made.id }, { $set: { name: 'after' } })
      expect((await effects.byId(tx, made.id))?.name).toBe('before')
    })
  } finally {
    await session.endSession()
  }
  expect((await stored(made.id))?.name).toBe('after')
})

test('completes all transactions even if more start concurrently than the server and the pool allow', async () => {
  const made = Array.from({ length: 150 }, () => effect())
  // The server reserves a slot for a transaction at its first read.
  const all = made.map((one) =>
    world.transactor.transact('a cause', async (tx) => {
      await effects.byId(tx, one.id)
      await effects.insert(tx, one)
      await effects.byId(tx, one.id)
    }),
  )
  await Promise.all(all)
  for (const { id } of made) expect(await stored(id)).toBeDefined()
})

// The `insert` case has a single write and needs no MongoDB transaction; in the other cases, a read opens one on the
// server first.
test.each(['insert', 'bulkWrite', 'commitTransaction'])('fails within the time limit when the database hangs at %s', async (at) => {
  const way = await startCuttableProxy((await sharedMongo()).uri)
  onTestFinished(() => way.close())
  const address = new URL(way.url)
  address.searchParams.delete('replicaSet')
  for (const option of ['directConnection', 'monitorCommands']) address.searchParams.set(option, 'true')
  const { database, relay, stop } = await openWorld({ bus, uri: address.href })
  onTestFinished(async () => {
    way.cut()
    way.repair()
    await stop()
  })
  const { transact } = transactorOf(2_000, { database, relay })
  expect(await database.ready()).toBe(true)
  const client = database.connection.getClient()
  // Freezes only once, because the driver resends the command after the test cuts the connection.
  client.on('commandStarted', function hang({ commandName }) {
    if (commandName !== at) return
    client.off('commandStarted', hang)
    way.freeze()
  })
  const made = effect()
  const hung = transact('a cause', async (tx) => {
    if (at !== 'insert') {
      await effects.byId(tx, made.id)
      tx.emit(Tested.of({ name: 'x' }))
    }
    await effects.insert(tx, made)
  })
  await expect(hung).rejects.toMatchObject({ name: 'DatabaseUnresponsive' })
  expect(await database.ready()).toBe(false)
})

test('reports the database as unavailable if a conflicting transaction cannot be aborted before its retry', async () => {
  const abort = vi.spyOn(mongo.ClientSession.prototype, 'abortTransaction').mockReturnValue(new Promise(() => {}))
  onTestFinished(() => abort.mockRestore())
  const attempts: number[] = []
  const failed = await world.transactor
    .transact('r', async (tx) => {
      attempts.push(await effects.count(tx, {}, 1))
      throw new mongo.MongoServerError({ code: 112, errorLabels: ['TransientTransactionError'] })
    })
    .catch((error: unknown) => error)
  expect([attempts.length, isUnavailable(failed), failed]).toEqual([1, true, expect.objectContaining({ name: 'DatabaseUnresponsive' })])
})

test('fails the transaction even if the work function swallows the error', async () => {
  const [first, second] = [effect(), effect()]
  const stale = await world.transactor.transact('a cause', (tx) => effects.insert(tx, first))
  await world.transactor.transact('a cause', (tx) => effects.save(tx, { ...stale, name: 'newer' }))
  const swallowing = world.transactor.transact('a cause', async (tx) => {
    await effects.save(tx, { ...stale, name: 'older' })
    // Sends the buffered write, which conflicts with the newer version.
    await effects.findOne(tx, { name: 'any' }).catch(() => undefined)
    await effects.insert(tx, second)
  })
  await expect(swallowing).rejects.toMatchObject({ name: 'Refusal', code: 'conflict' })
  expect(await stored(first.id)).toMatchObject({ name: 'newer' })
  expect(await stored(second.id)).toBeUndefined()
})

test('refuses with `unavailable` if a transaction cannot start in time', async () => {
  const { transact } = transactorOf(200)
  let begun = 0
  const endless = () => {
    begun += 1
    return new Promise<never>(() => {})
  }
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => transact('a cause', endless)))
  const reasons = all.map((one) => (one.status === 'rejected' ? one.reason : undefined))
  expect(begun).toBe(8)
  expect(reasons.filter((reason) => reason instanceof TransactionTimeout)).toHaveLength(8)
  expect(reasons.filter((reason) => isUnavailable(reason) && reason.message === 'no transaction could begin in time')).toHaveLength(12)
  expect(await transact('a cause', async () => 'admitted')).toBe('admitted')
})

test('queues 1,000 transactions and refuses any further one immediately', async () => {
  const { transact } = transactorOf(20_000)
  const proceed = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 1_008 }, () => transact('a cause', () => proceed.promise))
  const refused = await transact('a cause', async () => {}).catch((error: unknown) => error)
  expect(isUnavailable(refused)).toBe(true)
  expect(refused).toMatchObject({ message: 'too many transactions are waiting' })
  proceed.resolve()
  await Promise.all(waiting)
})
