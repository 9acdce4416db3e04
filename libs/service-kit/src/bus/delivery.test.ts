/** From a commit to an effect: outbox, relay, bus, inbox; on both transports. */
import { randomUUID } from 'node:crypto'
import { Envelope, Refusal } from '@reelfair/contracts'
import { startMongo } from '@reelfair/testkit/engines'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedRabbit } from '@reelfair/testkit/shared'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd, closing, names, open, rows, settled } from '../../test/delivering.ts'
import { Answered, effects, limits, listeningLog, openWorld, silent, Tested, takeEffect, tally } from '../../test/world.ts'
import { outboxOf } from '../data/outbox.ts'
import { createTransactor } from '../data/transact.ts'
import type { Context, Hearing } from '../service.ts'
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

/** Of one run's tests only the queues differ: the types are the same, so each test drops what it made. */
describe.each([
  ['in-process', () => closing(inProcessBus({ log: silent }))],
  ['RabbitMQ', () => closing(rabbitBus({ url: rabbitUrl, log: silent, settleMs: 0 }))],
] as const)('through the %s bus', (_name, makeBus) => {
  test('each event takes effect once, many in one transaction', async () => {
    const world = await open({ bus: makeBus() })
    const consumer = await world.hear([takeEffect])
    await world.say(names(300), 50)
    await settled(world, 300)
    expect(consumer.stats.done).toBeGreaterThanOrEqual(300)
    expect(consumer.stats.batches).toBeLessThan(150)
    expect(world.relay.stats).toMatchObject({ published: 300, waiting: 0 })
  })

  test('duplicates take no second effect, within a batch, across batches and mixed with new ones', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    const consumer = await world.hear([takeEffect])
    const sent = names(40).map((name) => envelope(name))
    const publish = (messages: OutgoingMessage[]) => eventually(() => bus.publish(messages))
    await publish([...sent, ...sent])
    await settled(world, 40)
    await publish([...sent.slice(0, 20), envelope('new'), ...sent.slice(20).reverse()])
    await eventually(() => expect(consumer.stats.done).toBe(121))
    await settled(world, 41)
    expect(consumer.stats.duplicates).toBe(80)
  })

  test('a poison message among a hundred goes to the dead letters, and the others take effect', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    let mended = false
    const hearing: Hearing = {
      ...takeEffect,
      run: async (data: { name: string }, ctx: Context) => {
        await takeEffect.run(data, ctx)
        if (data.name === 'n50' && !mended) throw new Refusal('not_allowed')
      },
    }
    const queue = `poison-${randomUUID().slice(0, 8)}`
    await world.hear([hearing], { queue, deliveryLimit: 2 })
    await world.say(names(100), 100)
    await eventually(async () => expect(await bus.deadLetters(queue).list(5)).toHaveLength(1), { within: 20_000 })
    expect(await tally(world)).toEqual({ names: 99, notOnce: {} })
    mended = true
    expect(await bus.deadLetters(queue).replay()).toBe(1)
    await settled(world, 100)
  })

  test('what is no event, or of a version or type not heard, is a dead letter', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    const queue = `bad-${randomUUID().slice(0, 8)}`
    await world.hear([takeEffect], { queue, deliveryLimit: 1 })
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
    expect(await tally(world)).toEqual({ names: 1, notOnce: {} })
  })

  test('an event handler says further events in its own transaction, with its event as their cause', async () => {
    const bus = makeBus()
    const world = await open({ bus })
    const answered: Envelope[] = []
    await bus.listen([Answered.type], ({ body }) => answered.push(Envelope.parse(JSON.parse(Buffer.from(body).toString()))))
    const answer: Hearing = {
      event: Tested,
      run: (data: { name: string }, ctx: Context) => ctx.transact(async (tx) => tx.emit(Answered.of({ name: data.name }))),
    }
    await world.hear([answer, takeEffect])
    await world.hear([{ event: Answered, run: async () => {} }], { queue: `answers-${randomUUID().slice(0, 8)}` })
    const sent = names(5).map((name) => envelope(name))
    await eventually(() => bus.publish(sent))
    await eventually(() => expect(answered).toHaveLength(5))
    const causes = new Map(answered.map(({ data, causationid }) => [(data as { name: string }).name, causationid]))
    expect(causes).toEqual(new Map(sent.map((message, at) => [`n${at}`, message.id])))
    await settled(world, 5)
  })

  test('a handler sees what the events before it in its batch wrote', async () => {
    const world = await open({ bus: makeBus() })
    const count: Hearing = {
      event: Tested,
      run: async (_data: unknown, ctx: Context) => {
        const before = await effects.byId(ctx, 'the counter')
        await ctx.transact(async (tx) => {
          if (before) await effects.save(tx, { ...before, name: String(Number(before.name) + 1) })
          else await effects.insert(tx, { id: 'the counter', name: '1', eventName: 'none' })
        })
      },
    }
    await world.hear([count])
    await world.say(names(60), 60)
    await eventually(async () =>
      expect(await effects.byId({ connection: world.database.connection }, 'the counter')).toMatchObject({ name: '60' }),
    )
  })

  test('two replicas share the work', async () => {
    const bus = makeBus()
    const name = `kit_${randomUUID().slice(0, 8)}`
    const one = await open({ bus, name })
    await one.hear([takeEffect])
    if (_name === 'RabbitMQ') {
      const two = await open({ bus: makeBus(), name, keep: true })
      await two.hear([takeEffect])
    }
    await one.say(names(200), 20)
    await settled(one, 200)
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

  test('keeps what the bus does not take, and publishes it once it is back', async () => {
    const broken = failing(closing(inProcessBus({ log: silent })))
    broken.away = true
    const world = await open({ bus: broken.bus })
    await world.hear([takeEffect])
    await world.say(names(30), 10)
    expect(await rows(world)).toBe(30)
    broken.away = false
    await settled(world, 30)
  })

  test('what a process committed and did not publish before it died, another one publishes when the lease is over', async () => {
    const world = await open({ bus: closing(inProcessBus({ log: silent })) })
    const consumer = await world.hear([takeEffect])
    const leaseUntil = new Date(Date.now() + 2_500)
    const dead = { owner: 'a process that dies', lease: () => leaseUntil, handOver: () => {} }
    const { database, transactor } = world
    const ofTheDead = createTransactor({
      database,
      relay: dead,
      source: 'tested',
      now: transactor.now,
      newId: () => randomUUID(),
      log: silent,
      mostOpen: limits.mostOpen,
    })
    for (const name of names(25)) await ofTheDead.transact('a test', async (tx) => tx.emit(Tested.of({ name })))
    await eventually(() => expect(consumer.stats.done).toBeGreaterThan(0))
    expect(Date.now()).toBeGreaterThanOrEqual(leaseUntil.getTime())
    await settled(world, 25)
  })

  test('what a living process could not publish yet stays its own, and is anyone’s when it stops', async () => {
    const bus = closing(inProcessBus({ log: silent }))
    const broken = failing(bus)
    broken.away = true
    const name = `kit_${randomUUID().slice(0, 8)}`
    const one = await openWorld({ bus: broken.bus, name, keep: true, leaseMs: 3_000 })
    atEnd(() => one.stop())
    await one.say(names(20), 5)
    const other = await open({ bus, name, leaseMs: 3_000 })
    const consumer = await other.hear([takeEffect])
    const written = Date.now()
    await eventually(async () => {
      const rows = await outboxOf(one.database.connection).find({}).toArray()
      for (const row of rows) expect(row.leaseUntil.getTime()).toBeGreaterThan(written + 5_000)
    })
    expect(consumer.stats.done).toBe(0)
    await one.stop()
    await settled(other, 20)
  })

  test('an event that no queue takes is an error, is kept, and arrives once there is one', async () => {
    const bus = closing(inProcessBus({ log: silent }))
    const { log, lines } = listeningLog()
    const world = await open({ bus, log })
    await world.say(names(3))
    await eventually(() => expect(world.relay.stats.unroutable).toBe(3))
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ msg: expect.stringContaining('no queue takes this event') }])
    expect(await rows(world)).toBe(3)
    await world.hear([takeEffect])
    await settled(world, 3)
  })

  test('holds a bounded number in memory; the rest waits in the database and is not forgotten', async () => {
    const broken = failing(closing(inProcessBus({ log: silent })))
    broken.away = true
    const world = await open({ bus: broken.bus })
    await world.hear([takeEffect])
    await world.say(names(11_000), 500)
    expect(world.relay.stats.waiting).toBeLessThanOrEqual(10_500)
    broken.away = false
    await settled(world, 11_000, 60_000)
  }, 90_000)
})

test('the database killed and started again: events wait, nothing is lost, nothing counts as a failure', async () => {
  const mongo = await startMongo({ log: () => {} })
  atEnd(() => mongo.stop())
  const { kill, restart } = mongo
  if (!kill || !restart) return // Given by MONGODB_URI: not ours to kill.
  const bus = closing(inProcessBus({ log: silent }))
  const world = await open({ bus, uri: mongo.uri })
  const consumer = await world.hear([takeEffect], { deliveryLimit: 2 })
  const messages = names(1_000).map((name) => envelope(name))
  const publishing = (async () => {
    for (let at = 0; at < messages.length; at += 50) await eventually(() => bus.publish(messages.slice(at, at + 50)), { within: 60_000 })
  })()
  for (const share of [100, 500]) {
    await eventually(() => expect(consumer.stats.done).toBeGreaterThan(share), { within: 60_000 })
    await kill()
    expect(consumer.stats.done).toBeLessThan(messages.length)
    expect(await world.database.ready()).toBe(false)
    await restart()
    await eventually(async () => expect(await world.database.ready()).toBe(true))
  }
  await publishing
  await settled(world, 1_000, 60_000)
  expect(consumer.stats.failed).toBe(0)
}, 180_000)
