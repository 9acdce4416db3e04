/** The internals of a running service, without HTTP. */
import { randomUUID } from 'node:crypto'
import { defineEvent } from '@reelfair/contracts'
import { sharedMongo } from '@reelfair/testkit/shared'
import { type Logger, pino } from 'pino'
import { z } from 'zod'
import type { Bus } from '../src/bus/bus.ts'
import { type Consumer, startConsumer, type WorkScope } from '../src/bus/consumer.ts'
import { type Relay, startRelay } from '../src/bus/relay.ts'
import { defineCollection } from '../src/data/collection.ts'
import type { CollectionSpec } from '../src/data/collection-spec.ts'
import { type Database, openDatabase } from '../src/data/database.ts'
import { createTransactor, type Transactor } from '../src/data/transact.ts'
import type { Context, Subscription } from '../src/service.ts'

/** Suits the embedded engine, like testkit's `smallLimits`. */
export const limits = { poolSize: 12, maxOpen: 8 }

export const silent: Logger = pino({ level: 'silent' })

export function recordingLog(): { log: Logger; lines: { level: number; msg: string }[] } {
  const lines: { level: number; msg: string }[] = []
  return { log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }), lines }
}

export const Tested = defineEvent('kit.tested', 1, z.object({ name: z.string() }))
export const Answered = defineEvent('kit.answered', 1, z.object({ name: z.string() }))

/** Records every effect by name, to reveal duplicates. */
export const effects = defineCollection('effects', { name: String, eventName: String }).index({ name: 1, id: 1 })

export interface World {
  readonly database: Database
  readonly bus: Bus
  readonly relay: Relay
  readonly transactor: Transactor
  readonly context: (scope: WorkScope) => Context
  subscribe(subscriptions: readonly Subscription[], options?: { queue?: string; deliveryLimit?: number }): Promise<Consumer>
  publish(names: readonly string[], perTransaction?: number): Promise<void>
  stop(): Promise<void>
}

export interface WorldOptions {
  readonly bus: Bus
  readonly uri?: string
  readonly name?: string
  readonly collections?: readonly CollectionSpec[]
  readonly log?: Logger
  readonly now?: () => Date
  readonly leaseMs?: number
  readonly publishes?: ReadonlySet<string>
  readonly keep?: boolean
}

export async function openWorld(options: WorldOptions): Promise<World> {
  const { bus, log = silent, now = () => new Date() } = options
  const uri = options.uri ?? (await sharedMongo()).uri
  const name = options.name ?? `kit_${randomUUID().slice(0, 8)}`
  const database = await openDatabase({ uri, name, log, poolSize: limits.poolSize, collections: options.collections ?? [effects] })
  const relay = startRelay({ database, bus, log, ...(options.leaseMs ? { leaseMs: options.leaseMs } : {}) })
  const publishes = options.publishes ? { publishes: options.publishes } : {}
  const transactor = createTransactor({
    database,
    relay,
    source: 'tested',
    now,
    newId: () => randomUUID(),
    log,
    maxOpen: limits.maxOpen,
    ...publishes,
  })
  const context = ({ causeId, unit, transact }: WorkScope): Context => ({
    actor: { kind: 'system' },
    locale: 'en',
    causeId,
    log,
    ports: undefined,
    connection: database.connection,
    ...(unit ? { unit } : {}),
    now,
    onceId: randomUUID(),
    newId: () => randomUUID(),
    transact,
  })
  const consumers: Consumer[] = []
  return {
    database,
    bus,
    relay,
    transactor,
    context,
    async subscribe(subscriptions, { queue = name, deliveryLimit } = {}) {
      const limit = deliveryLimit === undefined ? {} : { deliveryLimit }
      const consumer = await startConsumer({ bus, queue, subscriptions, transactor, contextOf: context, log, ...limit })
      consumers.push(consumer)
      return consumer
    },
    async publish(names, perTransaction = 1) {
      for (let at = 0; at < names.length; at += perTransaction) {
        await transactor.transact('a test', async (tx) => {
          for (const name of names.slice(at, at + perTransaction)) tx.emit(Tested.of({ name }))
        })
      }
    },
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()))
      await relay.stop()
      if (!options.keep) await database.connection.dropDatabase().catch(() => {})
      await database.close()
    },
  }
}

/** Inserts one document per event under a new id, to reveal duplicates. */
export const takeEffect: Subscription = {
  event: Tested,
  run: (data: { name: string }, ctx: Context) =>
    ctx.transact((tx) => effects.insert(tx, { id: randomUUID(), name: data.name, eventName: 'kit.tested' })),
}

/** Counts the effects per name. `notOnce` contains the count of every name with more than one effect. */
export async function countEffects({ database }: World): Promise<{ names: number; notOnce: Record<string, number> }> {
  const counts = new Map<string, number>()
  for await (const row of effects.native(database.connection).find()) counts.set(String(row.name), (counts.get(String(row.name)) ?? 0) + 1)
  return { names: counts.size, notOnce: Object.fromEntries([...counts].filter(([, count]) => count !== 1)) }
}
