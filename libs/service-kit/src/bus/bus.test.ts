import { randomUUID } from 'node:crypto'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedRabbit } from '@reelfair/testkit/shared'
import { connect } from 'amqplib'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startCuttableProxy } from '../../test/cuttable.ts'
import { type Bus, BusUnavailable, type ConsumerOptions, type Delivery, type OutgoingMessage } from './bus.ts'
import { inProcessBus } from './in-process.ts'
import { rabbitBus } from './rabbit.ts'

const log = pino({ level: 'silent' })
const text = (body: Uint8Array) => Buffer.from(body).toString()
const message = (type: string, body = 'x', more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: randomUUID(),
  type,
  body: Buffer.from(body),
  ...more,
})
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

const names = () => {
  const unique = randomUUID().slice(0, 8)
  return { queue: `q-${unique}`, type: `tested.${unique}` }
}

let rabbitUrl = ''
beforeAll(async () => {
  rabbitUrl = (await sharedRabbit()).uri
}, 120_000)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function opened(bus: Bus): Promise<Bus> {
  closers.push(() => bus.close())
  await eventually(() => expect(bus.ready()).toBe(true))
  return bus
}

/** Starts a consumer that records and acknowledges every delivery. */
async function collect(bus: Bus, options: { queue: string; type: string } & Partial<ConsumerOptions>) {
  const got: Delivery[] = []
  const batches: number[] = []
  const { type, ...rest } = options
  const consumer = await bus.consume({
    types: [type],
    handle: async (batch) => {
      got.push(...batch)
      batches.push(batch.length)
      return batch.map(() => 'done')
    },
    ...rest,
  })
  return { got, batches, ...consumer }
}

/** Publishes like the relay, which retries until the bus confirms. */
async function publishSurely(bus: Bus, messages: readonly OutgoingMessage[]) {
  return eventually(() => bus.publish(messages), { within: 60_000 })
}

describe.each([
  ['in-process', async () => opened(inProcessBus({ log }))],
  ['RabbitMQ', async () => opened(rabbitBus({ url: rabbitUrl, log, settleMs: 0 }))],
] as const)('the %s bus', (_name, open) => {
  test('delivers confirmed messages with their ids, types and bytes', async () => {
    const bus = await open()
    const { queue, type } = names()
    const { got } = await collect(bus, { queue, type })
    const sent = times(250, (at) => message(type, `{"at":${at},"é":"🎪"}`))
    expect(await bus.publish(sent)).toEqual(sent.map(() => 'confirmed'))
    await eventually(() => expect(got).toHaveLength(250))
    const byId = new Map(got.map((delivery) => [delivery.id, delivery]))
    for (const { id, body } of sent)
      expect({ ...byId.get(id), body: text(byId.get(id)!.body) }).toEqual({ id, type, attempt: 1, body: text(body) })
  })

  test('reports unroutable messages and confirms the routable ones', async () => {
    const bus = await open()
    const { queue, type } = names()
    const { got } = await collect(bus, { queue, type })
    const sent = [message(type), message('unknown.type'), message(type)]
    expect(await bus.publish(sent)).toEqual(['confirmed', 'unroutable', 'confirmed'])
    await eventually(() => expect(got).toHaveLength(2))
  })

  test('confirms a transient message that has no subscribers', async () => {
    const bus = await open()
    expect(await bus.publish([message('unknown.type', 'x', { transient: true })])).toEqual(['confirmed'])
  })

  test('delivers a message once to each queue bound to its type', async () => {
    const bus = await open()
    const [one, two] = [names(), names()]
    const first = await collect(bus, { queue: one.queue, type: one.type })
    const second = await collect(bus, { queue: two.queue, type: one.type })
    await bus.publish(times(20, () => message(one.type)))
    await eventually(() => expect([first.got.length, second.got.length]).toEqual([20, 20]))
  })

  test('processes one batch of up to 100 messages at a time', async () => {
    const bus = await open()
    const { queue, type } = names()
    const sizes: number[] = []
    let running = 0
    let most = 0
    let proceed = () => {}
    const firstIsSlow = new Promise<void>((resolve) => (proceed = resolve))
    await bus.consume({
      queue,
      types: [type],
      handle: async (batch) => {
        most = Math.max(most, ++running)
        sizes.push(batch.length)
        if (sizes.length === 1) await firstIsSlow
        running -= 1
        return batch.map(() => 'done')
      },
    })
    const first = bus.publish([message(type)])
    await eventually(() => expect(sizes).toEqual([1]))
    const rest = bus.publish(times(350, () => message(type)))
    // RabbitMQ takes a moment to push the messages. Neither bus may start another batch during that time.
    if (bus.ready()) proceed()
    await Promise.all([first, rest])
    await eventually(() => expect(sizes.reduce((sum, size) => sum + size)).toBe(351))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
    expect(sizes.length).toBeLessThan(100)
    expect(most).toBe(1)
  })

  test('redelivers a failed message with an increasing attempt count and does not delay other messages', async () => {
    const bus = await open()
    const { queue, type } = names()
    const attempts: number[] = []
    let others = 0
    await bus.consume({
      queue,
      types: [type],
      handle: async (batch) =>
        batch.map((delivery) => {
          if (text(delivery.body) !== 'poison') {
            others += 1
            return 'done'
          }
          attempts.push(delivery.attempt)
          return delivery.attempt < 3 ? 'failed' : 'done'
        }),
    })
    await Promise.all([bus.publish([message(type, 'poison')]), bus.publish(times(300, () => message(type)))])
    await eventually(() => expect(attempts).toEqual([1, 2, 3]))
    expect(others).toBe(300)
    expect(await bus.deadLetters(queue).list(10)).toEqual([])
  })

  test('dead-letters a message after the delivery limit and replays it', async () => {
    const bus = await open()
    const { queue, type } = names()
    let fixed = false
    const attempts: number[] = []
    await bus.consume({
      queue,
      types: [type],
      deliveryLimit: 3,
      handle: async (batch) =>
        batch.map(({ attempt }) => {
          attempts.push(attempt)
          return fixed ? 'done' : 'failed'
        }),
    })
    const sent = message(type, '{"dear":"reader"}')
    expect(await bus.publish([sent])).toEqual(['confirmed'])
    const [letter] = await eventually(async () => {
      const letters = await bus.deadLetters(queue).list(10)
      expect(letters).toHaveLength(1)
      return letters
    })
    expect({ ...letter, body: text(letter!.body) }).toMatchObject({ id: sent.id, type, body: '{"dear":"reader"}' })
    expect(Math.abs(Date.now() - letter!.deadSince!.getTime())).toBeLessThan(60_000)
    expect(attempts).toEqual([1, 2, 3])
    expect(await bus.deadLetters(queue).list(10)).toHaveLength(1)

    fixed = true
    expect(await bus.deadLetters(queue).replay()).toBe(1)
    await eventually(() => expect(attempts).toEqual([1, 2, 3, 1]))
    await eventually(async () => expect(await bus.deadLetters(queue).list(10)).toEqual([]))
    expect(await bus.deadLetters(queue).replay()).toBe(0)
  })

  test('lists the newest dead letters first and keeps replayed messages that fail again', async () => {
    const bus = await open()
    const { queue, type } = names()
    await bus.consume({ queue, types: [type], deliveryLimit: 1, handle: async (batch) => batch.map(() => 'failed') })
    for (const body of ['first', 'second', 'third']) {
      await bus.publish([message(type, body)])
      await eventually(async () => expect((await bus.deadLetters(queue).list(10)).map((letter) => text(letter.body))).toContain(body))
    }
    expect((await bus.deadLetters(queue).list(2)).map((letter) => text(letter.body))).toEqual(['third', 'second'])
    expect(await bus.deadLetters(queue).replay()).toBe(3)
    await eventually(async () => expect(await bus.deadLetters(queue).list(10)).toHaveLength(3))
  })

  test('redelivers the same batch without counting attempts while the handler throws', async () => {
    const bus = await open()
    const { queue, type } = names()
    const seen: string[] = []
    let away = 4
    await bus.consume({
      queue,
      types: [type],
      deliveryLimit: 2,
      handle: async (batch) => {
        seen.push(`${text(batch[0]!.body)} ${batch[0]!.attempt}`)
        if (away-- > 0) throw new Error('the database is away')
        return batch.map(() => 'done')
      },
    })
    await bus.publish([message(type, 'once')])
    await eventually(() => expect(seen).toEqual(times(5, () => 'once 1')))
    expect(await bus.deadLetters(queue).list(1)).toEqual([])
  })

  test('finishes the current batch and does not start another when the consumer stops', async () => {
    const bus = await open()
    const { queue, type } = names()
    let finished = 0
    let begun = 0
    let proceed = () => {}
    const slow = new Promise<void>((resolve) => (proceed = resolve))
    const consumer = await bus.consume({
      queue,
      types: [type],
      handle: async (batch) => {
        begun += 1
        await slow
        finished += batch.length
        return batch.map(() => 'done')
      },
    })
    const publishing = bus.publish(times(150, () => message(type))).catch((error: unknown) => error)
    await eventually(() => expect(begun).toBe(1))
    const stopping = consumer.stop()
    proceed()
    await stopping
    expect(begun).toBe(1)
    expect(finished).toBeGreaterThan(0)
    const after = finished
    // The in-process publisher still holds the undelivered messages; RabbitMQ stores them for the next consumer.
    const answer = await publishing
    if (answer instanceof Error) expect(answer).toBeInstanceOf(BusUnavailable)
    else {
      const { got } = await collect(bus, { queue, type })
      await eventually(() => expect(got).toHaveLength(150 - after))
    }
  })

  test('sends messages to every current listener but not to later ones', async () => {
    const bus = await open()
    const { queue, type } = names()
    await collect(bus, { queue, type })
    const [one, two, late]: string[][] = [[], [], []]
    const first = await bus.listen([type], ({ body }) => one!.push(text(body)))
    await bus.listen([type, 'other.type'], ({ body }) => two!.push(text(body)))
    await bus.listen(['other.type'], () => {
      throw new Error('a listener that fails must not disturb the others')
    })
    await bus.publish([message(type, 'a'), message('other.type', 'b', { transient: true })])
    await eventually(() => expect([one, two]).toEqual([['a'], ['a', 'b']]))
    await first.stop()
    await bus.listen([type], ({ body }) => late!.push(text(body)))
    await bus.publish([message(type, 'c')])
    await eventually(() => expect([two, late]).toEqual([['a', 'b', 'c'], ['c']]))
    expect(one).toEqual(['a'])
  })

  test('refuses to publish after the bus closes', async () => {
    const bus = await open()
    await bus.close()
    await expect(bus.publish([message('some.type')])).rejects.toBeInstanceOf(BusUnavailable)
    expect(bus.ready()).toBe(false)
  })
})

describe('in-process bus only', () => {
  test('holds messages until all services are running', async () => {
    const bus = inProcessBus({ log, held: true })
    closers.push(() => bus.close())
    const { queue, type } = names()
    const publishing = bus.publish([message(type)])
    const { got } = await collect(bus, { queue, type })
    bus.release()
    expect(await publishing).toEqual(['confirmed'])
    expect(got).toHaveLength(1)
  })

  test('confirms a message only after its consumer has finished', async () => {
    const bus = await opened(inProcessBus({ log }))
    const { queue, type } = names()
    let done = false
    await bus.consume({
      queue,
      types: [type],
      handle: async (batch) => {
        await new Promise((resolve) => setImmediate(resolve))
        done = true
        return batch.map(() => 'done')
      },
    })
    await bus.publish([message(type)])
    expect(done).toBe(true)
  })
})

describe('RabbitMQ bus only', () => {
  test('redelivers messages that a dead consumer did not acknowledge', async () => {
    const way = await startCuttableProxy(rabbitUrl)
    closers.push(() => way.close())
    const dying = await opened(rabbitBus({ url: way.url, log, settleMs: 0 }))
    const bus = await opened(rabbitBus({ url: rabbitUrl, log, settleMs: 0 }))
    const { queue, type } = names()
    let begun = 0
    await dying.consume({
      queue,
      types: [type],
      handle: (batch) => {
        begun += batch.length
        return new Promise(() => {})
      },
    })
    await bus.publish(times(120, () => message(type)))
    await eventually(() => expect(begun).toBeGreaterThan(0))
    const { got } = await collect(bus, { queue, type })
    way.cut({ refuse: true })
    await eventually(() => expect(new Set(got.map(({ id }) => id)).size).toBe(120))
    expect(got.filter(({ attempt }) => attempt > 1).length).toBeGreaterThan(0)
    expect(await bus.deadLetters(queue).list(1)).toEqual([])
  })

  test('does not restart a consumer or listener that stopped while the broker was down', async () => {
    const way = await startCuttableProxy(rabbitUrl)
    closers.push(() => way.close())
    const dying = await opened(rabbitBus({ url: way.url, log, settleMs: 0 }))
    const bus = await opened(rabbitBus({ url: rabbitUrl, log, settleMs: 0 }))
    const { queue, type } = names()
    const stopped = await collect(dying, { queue, type })
    const received: string[] = []
    const listener = await dying.listen([type], ({ body }) => received.push(text(body)))
    way.cut({ refuse: true })
    await eventually(() => expect(dying.ready()).toBe(false))
    // After 400 ms, the consumer and the listener are waiting to connect.
    const waiting = Date.now() + 400
    await eventually(() => expect(Date.now()).toBeGreaterThan(waiting))
    await Promise.all([stopped.stop(), listener.stop()])
    way.repair()
    await eventually(() => expect(dying.ready()).toBe(true))
    // If the stopped consumer restarted, it would do so before this probe starts on the same connection.
    const probe = await collect(dying, names())
    await bus.publish(times(5, () => message(type)))
    const next = await collect(bus, { queue, type })
    await eventually(() => expect(next.got).toHaveLength(5))
    expect(stopped.got).toEqual([])
    expect(received).toEqual([])
    await probe.stop()
  })

  test('fails without retrying when the queue already exists with different arguments', async () => {
    const { queue, type } = names()
    const connection = await connect(rabbitUrl)
    closers.push(() => connection.close())
    const channel = await connection.createChannel()
    await channel.assertQueue(queue, { durable: false, autoDelete: true })
    const warnings: unknown[] = []
    const warningLog = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) })
    const bus = await opened(rabbitBus({ url: rabbitUrl, log: warningLog, settleMs: 0 }))
    await expect(bus.consume({ queue, types: [type], handle: async () => [] })).rejects.toMatchObject({ code: 406 })
    await channel.deleteQueue(queue)
    const { got } = await collect(bus, { queue, type })
    await publishSurely(
      bus,
      times(20, () => message(type)),
    )
    // If the first consumer were still retrying, some messages would have reached it and failed by now.
    await eventually(() => expect(got).toHaveLength(20))
    expect(warnings.filter((line) => JSON.stringify(line).includes('session setup failed'))).toEqual([])
  })

  test('reconnects the publisher, consumer and listener, and warns the listener about missed messages', async () => {
    const way = await startCuttableProxy(rabbitUrl)
    closers.push(() => way.close())
    const bus = await opened(rabbitBus({ url: way.url, log, settleMs: 0 }))
    const { queue, type } = names()
    const { got } = await collect(bus, { queue, type })
    const received: string[] = []
    let missed = 0
    await bus.listen(
      [type],
      ({ body }) => received.push(text(body)),
      () => (missed += 1),
    )
    for (const round of [1, 2, 3]) {
      way.cut({ refuse: true })
      await eventually(() => expect(bus.ready()).toBe(false))
      await expect(bus.publish([message(type)])).rejects.toBeInstanceOf(BusUnavailable)
      way.repair()
      await eventually(() => expect(missed).toBe(round), { within: 20_000 })
      await publishSurely(bus, [message(type, `round ${round}`)])
      await eventually(() => expect(received).toContain(`round ${round}`))
      await eventually(() => expect(got.map(({ body }) => text(body))).toContain(`round ${round}`), { within: 20_000 })
    }
  })

  test('rejects unconfirmed messages when the connection breaks', async () => {
    const way = await startCuttableProxy(rabbitUrl)
    closers.push(() => way.close())
    const bus = await opened(rabbitBus({ url: way.url, log, settleMs: 0 }))
    const straight = await opened(rabbitBus({ url: rabbitUrl, log, settleMs: 0 }))
    const { queue, type } = names()
    const { got } = await collect(straight, { queue, type })
    const sent = times(2_000, () => message(type, 'y'.repeat(500)))
    let failures = 0
    for (let at = 0; at < sent.length; at += 100) {
      const batch = sent.slice(at, at + 100)
      const publishing = bus.publish(batch)
      if (at % 500 === 0) way.cut()
      await publishing.catch(async (error: unknown) => {
        expect(error).toBeInstanceOf(BusUnavailable)
        failures += 1
        await publishSurely(bus, batch)
      })
    }
    expect(failures).toBeGreaterThan(0)
    await eventually(() => expect(new Set(got.map(({ id }) => id)).size).toBe(2_000), { within: 20_000 })
  })
})
