/** Follows events from commit to effect: outbox, relay, bus and inbox, on both transports. */
import { randomUUID } from 'node:crypto'
import { Envelope, Refusal } from '@reelfair/contracts'
import { startMongo } from '@reelfair/testkit/engines'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedRabbit } from '@reelfair/testkit/shared'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd, closeAtEnd, expectSettled, names, open, rows } from '../../test/delivery-world.ts'
import { Answered, countEffects, effects, limits, openWorld, recordingLog, silent, Tested, takeEffect } from '../../test/world.ts'
import { outboxOf } from '../data/outbox.ts'
import { createTransactor } from '../data/transact.ts'
import type { Context, Subscription } from '../service.ts'
import { type Bus, BusUnavailable, type OutgoingMessage } from './bus.ts'
import { inProcessBus } from './in-process.ts'
import { rabbitBus } from './rabbit.ts'

let rabbitUrl = ''
beforeAll(async () => {
  rabbitUrl = (await sharedRabbit()).uri
}, 120_000)

const envelope = (name: string, more: object = {}): OutgoingMessage => {
  const id = randomUUID()
  const body: Envelope = {
    specversion: '1.0',
    id,
    type: Tested.type,
    source: '/tested',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataversion: 1,
    causationid: 'a test',
    data: { name },
    ...more,
  }
  return { id, type: Tested.type, body: Buffer.from(JSON.stringify(body)) }
}

/** The tests share event types, so each test removes its queues. */
describe.each([
  ['in-process', () => closeAtEnd(inProcessBus({ log: silent }))],
  ['RabbitMQ', () => closeAtEnd(rabbitBus({ url: rabbitUrl, log: silent, settleMs: 0 }))],
] as const)('over the %s bus', (_name, makeBus) => {
  test('applies each event once, with many events per transaction', async () => {
    const world = await open({ bus: makeBus() })
    const consumer = await world.subscribe([takeEffect])
    await world.publish(names(300), 50)
    await expectSettled(world, 300)
    expect(consumer.stats.done).toBeGreaterThanOrEqual(300)
    expect(consumer.stats.batches).toBeLessThan(150)
    expect(world.relay.stats).toMatchObject({ published: 300, waiting: 0 })
  })

  test('ignores duplicates within one batch, in later batches and among new events', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    const consumer = await world.subscribe([takeEffect])
    const sent = names(40).map((name) => envelope(name))
    const publish = (messages: OutgoingMessage[]) => eventually(() => bus.publish(messages))
    await publish([...sent, ...sent])
    await expectSettled(world, 40)
    await publish([...sent.slice(0, 20), envelope('new'), ...sent.slice(20).reverse()])
    await eventually(() => expect(consumer.stats.done).toBe(121))
    await expectSettled(world, 41)
    expect(consumer.stats.duplicates).toBe(80)
  })

  test('moves a failing event to the dead letters and applies the other 99', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    let fixed = false
    const subscription: Subscription = {
      ...takeEffect,
      run: async (data: { name: string }, ctx: Context) => {
        await takeEffect.run(data, ctx)
        if (data.name === 'n50' && !fixed) throw new Refusal('not_allowed')
      },
    }
    const queue = `poison-${randomUUID().slice(0, 8)}`
    await world.subscribe([subscription], { queue, deliveryLimit: 2 })
    await world.publish(names(100), 100)
    await eventually(async () => expect(await bus.deadLetters(queue).list(5)).toHaveLength(1), { within: 20_000 })
    expect(await countEffects(world)).toEqual({ names: 99, notOnce: {} })
    fixed = true
    expect(await bus.deadLetters(queue).replay()).toBe(1)
    await expectSettled(world, 100)
  })

  test('moves invalid events and events of an unknown type or version to the dead letters', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    const queue = `bad-${randomUUID().slice(0, 8)}`
    await world.subscribe([takeEffect], { queue, deliveryLimit: 1 })
    const bad = [
      { id: randomUUID(), type: Tested.type, body: Buffer.from('{') },
      { id: randomUUID(), type: Tested.type, body: Buffer.from('{"specversion":"1.0"}') },
      envelope('v2', { dataversion: 2 }),
      envelope('other', { type: 'kit.unknown' }),
      envelope('data', { data: { nom: 'x' } }),
    ]
    await eventually(() => bus.publish([...bad, envelope('good')]))
    await eventually(async () => {
      const letters = await bus.deadLetters(queue).list(10)
      expect(new Set(letters.map(({ id }) => id))).toEqual(new Set(bad.map(({ id }) => id)))
    })
    expect(await countEffects(world)).toEqual({ names: 1, notOnce: {} })
  })

  test('records the handled event as the cause of the events that its handler emits', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    const answered: Envelope[] = []
    await bus.listen([Answered.type], ({ body }) => answered.push(Envelope.parse(JSON.parse(Buffer.from(body).toString()))))
    const answer: Subscription = {
      event: Tested,
      run: (data: { name: string }, ctx: Context) => ctx.transact(async (tx) => tx.emit(Answered.of({ name: data.name }))),
    }
    await world.subscribe([answer, takeEffect])
    await world.subscribe([{ event: Answered, run: async () => {} }], { queue: `answers-${randomUUID().slice(0, 8)}` })
    const sent = names(5).map((name) => envelope(name))
    await eventually(() => bus.publish(sent))
    await eventually(() => expect(answered).toHaveLength(5))
    const causes = new Map(answered.map(({ data, causationid }) => [(data as { name: string }).name, causationid]))
    expect(causes).toEqual(new Map(sent.map((message, at) => [`n${at}`, message.id])))
    await expectSettled(world, 5)
  })

  test('shows a handler what earlier events in the batch wrote', async () => {
    const world = await open({ bus: makeBus() })
    const count: Subscription = {
      event: Tested,
      run: async (_data: unknown, ctx: Context) => {
        const before = await effects.byId(ctx, 'the counter')
        await ctx.transact(async (tx) => {
          if (before) await effects.save(tx, { ...before, name: String(Number(before.name) + 1) })
          else await effects.insert(tx, { id: 'the counter', name: '1', eventName: 'none' })
        })
      },
    }
    await world.subscribe([count])
    await world.publish(names(60), 60)
    await eventually(async () =>
      expect(await effects.byId({ connection: world.database.connection }, 'the counter')).toMatchObject({ name: '60' }),
    )
  })

  test('splits events between two replicas', async () => {
    const bus = makeBus()
    const name = `kit_${randomUUID().slice(0, 8)}`
    const one = await open({ bus, name })
    await one.subscribe([takeEffect])
    if (_name === 'RabbitMQ') {
      const two = await open({ bus: makeBus(), name, keep: true })
      await two.subscribe([takeEffect])
    }
    await one.publish(names(200), 20)
    await expectSettled(one, 200)
  })
})

describe('the relay', () => {
  const failing = (bus: Bus): { bus: Bus; away: boolean; published: OutgoingMessage[] } => {
    const state = { away: false, published: [] as OutgoingMessage[] }
    return Object.assign(state, {
      bus: {
        ...bus,
        publish: async (messages: readonly OutgoingMessage[]) => {
          if (state.away) throw new BusUnavailable('away')
          state.published.push(...messages)
          return bus.publish(messages)
        },
      },
    })
  }

  test('keeps events while the bus is down and publishes them afterwards', async () => {
    const broken = failing(closeAtEnd(inProcessBus({ log: silent })))
    broken.away = true
    const world = await open({ bus: broken.bus })
    await world.subscribe([takeEffect])
    await world.publish(names(30), 10)
    expect(await rows(world)).toBe(30)
    broken.away = false
    await expectSettled(world, 30)
  })

  test('publishes the events of a dead process once their lease expires', async () => {
    const world = await open({ bus: closeAtEnd(inProcessBus({ log: silent })) })
    const consumer = await world.subscribe([takeEffect])
    const leaseUntil = new Date(Date.now() + 2_500)
    const dead = { owner: 'a process that dies', lease: () => leaseUntil, handOver: () => {} }
    const { database, transactor } = world
    const deadTransactor = createTransactor({
      database,
      relay: dead,
      source: 'tested',
      now: transactor.now,
      newId: () => randomUUID(),
      log: silent,
      maxOpen: limits.maxOpen,
    })
    for (const name of names(25)) await deadTransactor.transact('a test', async (tx) => tx.emit(Tested.of({ name })))
    await eventually(() => expect(consumer.stats.done).toBeGreaterThan(0))
    expect(Date.now()).toBeGreaterThanOrEqual(leaseUntil.getTime())
    await expectSettled(world, 25)
  })

  test('keeps the lease on unpublished events until the process stops', async () => {
    const bus = closeAtEnd(inProcessBus({ log: silent }))
    const broken = failing(bus)
    broken.away = true
    const name = `kit_${randomUUID().slice(0, 8)}`
    const one = await openWorld({ bus: broken.bus, name, keep: true, leaseMs: 3_000 })
    atEnd(() => one.stop())
    await one.publish(names(20), 5)
    const other = await open({ bus, name, leaseMs: 3_000 })
    const consumer = await other.subscribe([takeEffect])
    const written = Date.now()
    await eventually(async () => {
      const rows = await outboxOf(one.database.connection).find({}).toArray()
      for (const row of rows) expect(row.leaseUntil.getTime()).toBeGreaterThan(written + 5_000)
    })
    expect(consumer.stats.done).toBe(0)
    await one.stop()
    await expectSettled(other, 20)
  })

  test('logs an error for an unroutable event and delivers the event once a queue exists', async () => {
    const bus = closeAtEnd(inProcessBus({ log: silent }))
    const { log, lines } = recordingLog()
    const world = await open({ bus, log })
    await world.publish(names(3))
    await eventually(() => expect(world.relay.stats.unroutable).toBe(3))
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ msg: expect.stringContaining('event unroutable') }])
    expect(await rows(world)).toBe(3)
    await world.subscribe([takeEffect])
    await expectSettled(world, 3)
  })

  test('limits the events in memory and leaves the rest in the database', async () => {
    const bus = closeAtEnd(inProcessBus({ log: silent }))
    const broken = failing({ ...bus, publish: async (messages) => messages.map(() => 'confirmed') })
    broken.away = true
    const world = await open({ bus: broken.bus })
    const { relay } = world
    // These rows fill the memory and are not in the database.
    const filler = () => names(500).map((name) => ({ id: randomUUID(), type: Tested.type, body: name, transient: false }))
    const leaseUntil = relay.lease()
    for (const _id of names(20)) relay.handOver([{ _id, events: filler(), leaseUntil, owner: relay.owner, tries: 0 }])
    await world.publish(names(1_000), 500)
    expect([relay.stats.waiting, await rows(world)]).toEqual([10_000, 1_000])
    broken.away = false
    await eventually(async () => expect(await rows(world)).toBe(0), { within: 20_000 })
    expect(new Set(broken.published.map(({ id }) => id)).size).toBe(11_000)
  })
})

test('survives database restarts without losing events or counting failures', async () => {
  const mongo = await startMongo({ log: () => {} })
  atEnd(() => mongo.stop())
  const { kill, restart } = mongo
  if (!kill || !restart) return // The test must not kill an external database (MONGODB_URI).
  const bus = closeAtEnd(inProcessBus({ log: silent }))
  const world = await open({ bus, uri: mongo.uri })
  const consumer = await world.subscribe([takeEffect], { deliveryLimit: 2 })
  const messages = names(1_200).map((name) => envelope(name))
  const publishing = (async () => {
    for (let at = 0; at < messages.length; at += 50) await eventually(() => bus.publish(messages.slice(at, at + 50)), { within: 60_000 })
  })()
  for (const share of [50, 300]) {
    await eventually(() => expect(consumer.stats.done).toBeGreaterThan(share), { within: 60_000 })
    await kill()
    expect(consumer.stats.done).toBeLessThan(messages.length)
    expect(await world.database.ready()).toBe(false)
    await restart()
    await eventually(async () => expect(await world.database.ready()).toBe(true))
  }
  await publishing
  await expectSettled(world, 1_200, 60_000)
  expect(consumer.stats.failed).toBe(0)
}, 180_000)
