/** Events from commit to last effect, against the same bytes through bare amqplib on the same broker. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { defineEvent } from '@reelfair/contracts'
import {
  type Bus,
  type Context,
  createLog,
  defineCollection,
  defineService,
  makeSessionKeys,
  on,
  rabbitBus,
  startService,
} from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import { z } from 'zod'
import { openBareBus, type Sample } from './bare-bus.ts'
import { atClose, closeAll, once } from './closing.ts'
import { mongo, rabbit } from './engines.ts'
import { type Limit, percentile, type Race, type Suite } from './harness.ts'
import { demand } from './items.ts'
import { sized } from './sizes.ts'

/** As many as a consumer's batch holds at most. */
const SAID_TOGETHER = 100
const LATENCIES = sized(200, 3)
/** Long enough for the event before, and the removal of its outbox row, to be over. */
const APART_MS = 20
const GIVE_UP_MS = 30_000

/** About 0.9 KB as an envelope, as much as the facts were measured with. */
const Measured = defineEvent('bench.measured', 1, z.object({ number: z.int(), text: z.string() }))
const measured = (number: number) => Measured.of({ number, text: 'Some words that nobody reads. '.repeat(20) })

/** One document for each event that took effect: its id is the event's, so a second effect would be a breach, and a lost one is missed. */
const effects = defineCollection('effects', { number: Number })
const takeEffect = ({ number }: { number: number }, ctx: Context) => ctx.transact((tx) => effects.insert(tx, { id: ctx.causeId, number }))

const service = defineService({
  name: 'measured',
  config: {},
  collections: [effects],
  says: [Measured],
  hears: [on(Measured, takeEffect)],
})

/** The product's bus, and on the way through it: how many events are committed by their consumer, and what one looks like. */
function observe(bus: Bus) {
  let done = 0
  let sample: Sample | undefined
  let wanted = Number.POSITIVE_INFINITY
  let reached = () => {}
  const observed: Bus = {
    ...bus,
    publish: (messages) => {
      const [first] = messages
      if (first) sample ??= { body: Buffer.from(first.body), type: first.type, messageId: first.id }
      return bus.publish(messages)
    },
    consume: (options) =>
      bus.consume({
        ...options,
        handle: async (batch) => {
          const outcomes = await options.handle(batch)
          done += outcomes.filter((outcome) => outcome === 'done').length
          if (done >= wanted) reached()
          return outcomes
        },
      }),
  }
  return {
    observed,
    done: () => done,
    sample: () => sample,
    /** Resolves in the same turn in which the consumer has committed the last of them. */
    async reaches(count: number) {
      if (done >= count) return
      const timeout = new AbortController()
      const late = pause(GIVE_UP_MS, undefined, { signal: timeout.signal }).then(() => {
        throw new Error(`${done} of ${count} events had their effect after ${GIVE_UP_MS / 1000} s`)
      })
      const there = new Promise<void>((resolve) => {
        wanted = count
        reached = resolve
      })
      await Promise.race([there, late]).finally(() => timeout.abort())
      late.catch(() => {})
      wanted = Number.POSITIVE_INFINITY
    },
  }
}

const world = once(async () => {
  const [{ uri }, { uri: url }] = [await mongo(), await rabbit()]
  const log = createLog('bench', 'error')
  const prefix = `bench-${randomUUID().slice(0, 8)}`
  const bus = rabbitBus({ url, log, prefix: `${prefix}.` })
  atClose(() => bus.close())
  const watch = observe(bus)
  const env = {
    ...smallLimits,
    MONGODB_URI: uri,
    DB_PREFIX: prefix,
    SESSION_PUBLIC_KEY: makeSessionKeys().publicKey,
    GATEWAY_SECRET: randomUUID(),
  }
  const running = await startService(service, { env, bus: watch.observed, log })
  atClose(() => running.stop())
  let said = 0
  const ctx = running.context()
  const say = (events: number) =>
    ctx
      .transact(async (tx) => {
        for (let i = 0; i < events; i += 1) tx.emit(measured(said + i))
      })
      .then(() => {
        said += events
      })
  await say(1)
  await watch.reaches(said)
  const sample = watch.sample()
  if (!sample) throw new Error('no event was published')
  const bare = await openBareBus(url, `${prefix}.bare`, sample)
  atClose(() => bare.close())
  return {
    bare,
    bytes: sample.body.byteLength,
    /** Says as many events and waits for the last one's effect. */
    async carry(events: number) {
      const target = said + events
      for (let left = events; left > 0; left -= SAID_TOGETHER) await say(Math.min(SAID_TOGETHER, left))
      await watch.reaches(target)
    },
    /** From the commit, which is when `transact` resolves, to the commit of the effect. */
    async delay() {
      const target = said + 1
      await say(1)
      const committed = performance.now()
      await watch.reaches(target)
      return performance.now() - committed
    },
    /** Each event had one effect and left the outbox. */
    async settled() {
      const rows = ctx.connection.getClient().db(ctx.connection.name).collection('outbox')
      for (const deadline = Date.now() + GIVE_UP_MS; (await rows.countDocuments()) > 0; await pause(5)) {
        demand(Date.now() < deadline, 'events left the outbox')
      }
      const count = await effects.native(ctx.connection).countDocuments()
      demand(count === said, `${said} events have ${said} effects and not ${count}`)
    },
  }
})

const throughput: Race = {
  kind: 'race',
  name: 'outbox',
  unit: `one event: said in transactions of ${SAID_TOGETHER}, relayed, heard, its effect and its inbox row committed`,
  aim: 0.75,
  floor: { ratio: 0.3, cpuRatio: 0.18 },
  sampleMs: 2_000,
  ceiling: { work: async (units) => (await world()).bare.carry(units) },
  product: {
    prepare: async () => (await world()).settled(),
    work: async (units) => (await world()).carry(units),
  },
}

const latency: Limit = {
  kind: 'limit',
  name: 'outbox-latency',
  unit: `${LATENCIES} single events, one every ${APART_MS} ms: commit → effect committed, less bare publish → consume`,
  limits: { 'p50 beyond the bare one': 5, 'p99 beyond the bare one': 20 },
  needed: 3,
  async attempt() {
    const { bare, delay } = await world()
    const product: number[] = []
    const plain: number[] = []
    for (let i = 0; i < LATENCIES; i += 1) {
      product.push(await delay())
      await pause(APART_MS)
      const published = performance.now()
      await bare.carry(1)
      plain.push(performance.now() - published)
      await pause(APART_MS)
    }
    const beyond = (share: number) => percentile(product, share) - percentile(plain, share)
    return { 'p50 beyond the bare one': beyond(0.5), 'p99 beyond the bare one': beyond(0.99) }
  },
}

export const outbox: Suite = {
  entries: [throughput, latency],
  async facts() {
    const { bytes } = await world()
    return [
      (await mongo()).said,
      (await rabbit()).said,
      `outbox: events of ${bytes} bytes; durable topic exchange, quorum queues, persistent, mandatory, confirms. One process says and hears, with the broker and the database on the same cores.`,
      'ceiling: amqplib alone with the same bytes and properties, up to 1,000 unconfirmed, one acknowledgement for 50; it stores nothing beside the broker.',
    ]
  },
  async close() {
    try {
      await (await world()).settled()
    } finally {
      await closeAll()
    }
  },
}
