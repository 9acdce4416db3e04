/**
 * Measures events from commit to final effect, and compares them with plain amqplib, which sends the same bytes
 * through the same broker.
 */
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
import { openBaselineBus, type Sample } from './baseline-bus.ts'
import { atClose, closeAll, once } from './closing.ts'
import { mongo, rabbit } from './engines.ts'
import { type Limit, percentile, type Race, type Suite } from './harness.ts'
import { demand } from './items.ts'
import { sized } from './sizes.ts'

/** Events per emitting transaction; also a consumer's largest batch. */
const EVENTS_PER_COMMIT = 100
const LATENCIES = sized(200, 3)
/** This pause lets the consumer process the previous event and the relay remove its outbox row. */
const APART_MS = 20
const GIVE_UP_MS = 30_000

/** An event of about 0.9 KB, including the envelope. */
const Measured = defineEvent('bench.measured', 1, z.object({ number: z.int(), text: z.string() }))
const measured = (number: number) => Measured.of({ number, text: 'Some words that nobody reads. '.repeat(20) })

/**
 * One document per processed event, with the event's id. A repeated effect would violate uniqueness, and a lost event
 * would leave its document missing.
 */
const effects = defineCollection('effects', { number: Number })
const takeEffect = ({ number }: { number: number }, ctx: Context) => ctx.transact((tx) => effects.insert(tx, { id: ctx.causeId, number }))

const service = defineService({
  name: 'measured',
  config: {},
  collections: [effects],
  publishes: [Measured],
  subscribes: [on(Measured, takeEffect)],
})

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
    /** Resolves in the same event-loop turn in which the consumer commits event number `count`. */
    async reaches(count: number) {
      if (done >= count) return
      const timeout = new AbortController()
      const timedOut = pause(GIVE_UP_MS, undefined, { signal: timeout.signal }).then(() => {
        throw new Error(`${done} of ${count} events were processed within ${GIVE_UP_MS / 1000} s`)
      })
      const allDone = new Promise<void>((resolve) => {
        wanted = count
        reached = resolve
      })
      await Promise.race([allDone, timedOut]).finally(() => timeout.abort())
      timedOut.catch(() => {})
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
  let emitted = 0
  const ctx = running.context()
  const emit = (events: number) =>
    ctx
      .transact(async (tx) => {
        for (let i = 0; i < events; i += 1) tx.emit(measured(emitted + i))
      })
      .then(() => {
        emitted += events
      })
  await emit(1)
  await watch.reaches(emitted)
  const sample = watch.sample()
  if (!sample) throw new Error('no event was published')
  const baseline = await openBaselineBus(url, `${prefix}.baseline`, sample)
  atClose(() => baseline.close())
  return {
    baseline,
    bytes: sample.body.byteLength,
    async carry(events: number) {
      const target = emitted + events
      for (let left = events; left > 0; left -= EVENTS_PER_COMMIT) await emit(Math.min(EVENTS_PER_COMMIT, left))
      await watch.reaches(target)
    },
    /** Milliseconds from the event's commit, when `transact` resolves, to the commit of its effect. */
    async delay() {
      const target = emitted + 1
      await emit(1)
      const committed = performance.now()
      await watch.reaches(target)
      return performance.now() - committed
    },
    /** Checks that each event had exactly one effect and left the outbox. */
    async settled() {
      const rows = ctx.connection.getClient().db(ctx.connection.name).collection('outbox')
      for (const deadline = Date.now() + GIVE_UP_MS; (await rows.countDocuments()) > 0; await pause(5)) {
        demand(Date.now() < deadline, 'an empty outbox')
      }
      const count = await effects.native(ctx.connection).countDocuments()
      demand(count === emitted, `${emitted} effects, found ${count}`)
    },
  }
})

const throughput: Race = {
  kind: 'race',
  name: 'outbox',
  unit: `one event: emitted in transactions of ${EVENTS_PER_COMMIT}, relayed, consumed, its effect and inbox row committed`,
  aim: 0.75,
  floor: { ratio: 0.3, cpuRatio: 0.18 },
  sampleMs: 2_000,
  ceiling: { work: async (units) => (await world()).baseline.carry(units) },
  product: {
    prepare: async () => (await world()).settled(),
    work: async (units) => (await world()).carry(units),
  },
}

const latency: Limit = {
  kind: 'limit',
  name: 'outbox-latency',
  unit: `${LATENCIES} single events, one every ${APART_MS} ms: commit → effect committed, minus baseline publish → consume`,
  limits: { 'p50 above the baseline': 5, 'p99 above the baseline': 20 },
  needed: 3,
  async attempt() {
    const { baseline, delay } = await world()
    const product: number[] = []
    const plain: number[] = []
    for (let i = 0; i < LATENCIES; i += 1) {
      product.push(await delay())
      await pause(APART_MS)
      const published = performance.now()
      await baseline.carry(1)
      plain.push(performance.now() - published)
      await pause(APART_MS)
    }
    const beyond = (share: number) => percentile(product, share) - percentile(plain, share)
    return { 'p50 above the baseline': beyond(0.5), 'p99 above the baseline': beyond(0.99) }
  },
}

export const outbox: Suite = {
  entries: [throughput, latency],
  async facts() {
    const { bytes } = await world()
    return [
      (await mongo()).description,
      (await rabbit()).description,
      `outbox: events of ${bytes} bytes; durable topic exchange, quorum queues, persistent, mandatory, confirms. One process publishes and consumes; the broker and the database share its cores.`,
      'ceiling: amqplib alone with the same bytes and properties, up to 1,000 messages unconfirmed, one acknowledgement per 50; only the broker stores anything.',
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
