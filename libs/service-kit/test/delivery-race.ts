/** For the bench: events from commit to last effect, against the same bytes through bare amqplib, publish–confirm–consume, on the same broker. */
import { randomUUID } from 'node:crypto'
import { type ConfirmChannel, connect } from 'amqplib'
import { rabbitBus } from '../src/bus/rabbit.ts'
import { outboxOf } from '../src/data/outbox.ts'
import type { Context, Hearing } from '../src/service.ts'
import { effects, openWorld, silent, Tested } from './world.ts'

/** Pads the event's name, so that an envelope has about as many bytes as the product's own events. */
const PAYLOAD = 'x'.repeat(600)
const WINDOW = 1_000

export interface Race {
  /** One sample: `events` through the product; returns events per second and how many effects there were, which must be `events`. */
  product(events: number): Promise<{ perSecond: number; effects: number }>
  /** One sample through bare amqplib. `ackEvery` 1 acknowledges each message, as a plain consumer does. */
  bare(events: number, ackEvery?: number): Promise<{ perSecond: number }>
  /** Milliseconds from commit to effect of single events, and of the bare publish to consume, one at a time. */
  latency(rounds: number): Promise<{ product: number[]; bare: number[] }>
  close(): Promise<void>
}

/**
 * Sets up both sides.
 * @param perTransaction events said by one transaction, 100 when left out
 * @example const race = await openRace({ mongoUri, rabbitUrl }); const ratio = (await race.product(5_000)).perSecond / (await race.bare(5_000)).perSecond
 */
export async function openRace({
  mongoUri,
  rabbitUrl,
  perTransaction = 100,
}: {
  mongoUri: string
  rabbitUrl: string
  perTransaction?: number
}): Promise<Race> {
  const prefix = `race-${randomUUID().slice(0, 8)}.`
  const bus = rabbitBus({ url: rabbitUrl, log: silent, prefix })
  const world = await openWorld({ bus, uri: mongoUri })
  const hearing: Hearing = {
    event: Tested,
    run: (data: { name: string }, ctx: Context) =>
      ctx.transact(async (tx) => {
        await effects.insert(tx, { id: ctx.causeId, name: data.name.slice(0, 20), eventName: Tested.type })
      }),
  }
  const consumer = await world.hear([hearing])
  const bare = await openBare(rabbitUrl, prefix)
  const body = Buffer.from(
    JSON.stringify({
      specversion: '1.0',
      id: randomUUID(),
      type: Tested.type,
      source: '/tested',
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      dataversion: 1,
      causationid: 'a test',
      data: { name: PAYLOAD },
    }),
  )

  const say = (count: number) =>
    world.transactor.transact('a test', async (tx) => {
      for (let at = 0; at < count; at += 1) tx.emit(Tested.of({ name: PAYLOAD }))
    })

  const effectsDone = async (target: number) => {
    while (consumer.stats.done < target) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  return {
    async product(events) {
      const target = consumer.stats.done + events
      const before = await effects.native(world.database.connection).countDocuments()
      const start = performance.now()
      for (let said = 0; said < events; said += perTransaction) await say(Math.min(perTransaction, events - said))
      await effectsDone(target)
      const perSecond = events / ((performance.now() - start) / 1000)
      while ((await outboxOf(world.database.connection).countDocuments()) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
      return { perSecond, effects: (await effects.native(world.database.connection).countDocuments()) - before }
    },
    async bare(events, ackEvery = 1) {
      const start = performance.now()
      await bare.send(events, body, ackEvery)
      return { perSecond: events / ((performance.now() - start) / 1000) }
    },
    async latency(rounds) {
      const product: number[] = []
      const plain: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const target = consumer.stats.done + 1
        await say(1).then(async () => {
          const committed = performance.now()
          while (consumer.stats.done < target) await new Promise((resolve) => setImmediate(resolve))
          product.push(performance.now() - committed)
        })
        const start = performance.now()
        await bare.send(1, body, 1)
        plain.push(performance.now() - start)
        // The last one's outbox row is deleted meanwhile; a real event seldom comes that soon after another one.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return { product, bare: plain }
    },
    async close() {
      await bare.close()
      await world.stop()
      await bus.close()
    },
  }
}

async function openBare(url: string, prefix: string) {
  const connection = await connect(url, { noDelay: true })
  const publisher: ConfirmChannel = await connection.createConfirmChannel()
  const receiver = await connection.createChannel()
  const exchange = `${prefix}bare`
  const queue = `${prefix}bare`
  await publisher.assertExchange(exchange, 'topic', { durable: true })
  await publisher.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  await publisher.bindQueue(queue, exchange, Tested.type)
  await receiver.prefetch(200)
  let left = 0
  let ackEvery = 1
  let done = () => {}
  await receiver.consume(queue, (message) => {
    if (!message) return
    left -= 1
    if (ackEvery === 1) receiver.ack(message)
    else if (left % ackEvery === 0) receiver.ack(message, true)
    if (left === 0) done()
  })
  return {
    send: async (events: number, body: Buffer, every: number) => {
      left = events
      ackEvery = every
      const all = new Promise<void>((resolve) => (done = resolve))
      let open = 0
      let room = () => {}
      for (let sent = 0; sent < events; sent += 1) {
        if (open >= WINDOW) await new Promise<void>((resolve) => (room = resolve))
        open += 1
        publisher.publish(
          exchange,
          Tested.type,
          body,
          { persistent: true, mandatory: true, messageId: 'bare', type: Tested.type },
          (error) => {
            if (error) throw error
            open -= 1
            if (open < WINDOW / 2) room()
          },
        )
      }
      await publisher.waitForConfirms()
      await all
    },
    close: async () => {
      await publisher.deleteQueue(queue)
      await publisher.deleteExchange(exchange)
      await connection.close()
    },
  }
}
