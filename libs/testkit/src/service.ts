/**
 * Starts a real service on the run's shared database and its own bus. Records every event that the service publishes.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Envelope, EventDraft } from '@reelfair/contracts'
import {
  type Bus,
  type Context,
  createLog,
  inProcessBus,
  rabbitBus,
  type ServiceDefinition,
  startService as startProduct,
} from '@reelfair/service-kit'
import { type Db, MongoClient } from 'mongodb'
import { type Caller, type Client, clientsOf, testSecrets } from './client.ts'
import { type MovableClock, movableClock } from './clock.ts'
import { smallLimits } from './engines.ts'
import { eventually } from './eventually.ts'
import { underWatch } from './round-trips.ts'
import { sharedMongo, sharedRabbit } from './shared.ts'
import { watched } from './watch-queries.ts'
import { cleanUpLater } from './when-over.ts'

/**
 * Time limit in milliseconds. The bus retries a failing event several times, with pauses, before the event becomes a
 * dead letter.
 */
const HANDLED_WITHIN = { within: 25_000 }

// biome-ignore lint/suspicious/noExplicitAny: a definition's configuration and ports are its own business.
type Any = any

export interface TestApp {
  readonly name: string
  readonly url: string
  readonly clock: MovableClock
  readonly bus: Bus
  /** Prefix of the database names of this app and of the apps that share its bus. */
  readonly dbPrefix: string
  /** Returns a client for a user or role. @example await app.as('brand').post('/campaigns', draft) */
  as(who: Caller): Client
  readonly database: Db
  context(): Context<'system', Any>
  /** Waits until the outbox is empty. Returns the data of all published events of this type, oldest first. */
  emitted(type: string): Promise<Any[]>
  /**
   * Delivers an event `times` times with the same id, as if another service had published it. Waits until the service
   * has handled the event.
   * @throws Error if the service does not subscribe to the event, or has moved it to the dead letters
   */
  deliver(event: EventDraft, options?: { times?: number; id?: string }): Promise<void>
  stop(): Promise<void>
}

export interface TestOptions {
  /** In-process by default. `rabbit` uses the run's shared RabbitMQ. */
  readonly bus?: 'in-process' | 'rabbit'
  /** Follows the machine's time by default. */
  readonly clock?: MovableClock
  readonly env?: Readonly<Record<string, string>>
  readonly ports?: Any
  /** False disables background workers, so that the test can call them directly. */
  readonly workers?: boolean
  /** By default, the service logs nothing unless TEST_LOG_LEVEL is set. */
  readonly log?: ReturnType<typeof createLog>
  /** Another app whose bus and clock this app uses. */
  readonly sharesWith?: TestApp
}

/**
 * Starts a service on its own database. Stops the service at the end of the current test, or of the file if called at
 * its top level.
 * @example const app = await startService(campaigns)
 */
export async function startService(definition: ServiceDefinition<Any>, options: TestOptions = {}): Promise<TestApp> {
  const { uri, kind } = await sharedMongo()
  const { sharesWith } = options
  const clock = options.clock ?? sharesWith?.clock ?? movableClock()
  // Other apps drop their databases: an external server outlives the run, and RabbitMQ's queues have the same prefix.
  const emptied = kind === 'embedded' && options.bus !== 'rabbit' && !sharesWith ? emptiedFor(definition) : undefined
  const prepared = emptied?.pop()
  const dbPrefix = sharesWith?.dbPrefix ?? prepared ?? `t${randomBytes(5).toString('hex')}`
  const log = options.log ?? defaultLog()
  const bus = sharesWith?.bus ?? (await makeBus(options.bus, dbPrefix, log))
  const published: Envelope[] = []
  const tap = await tapOf(bus, definition, published)

  const where = { MONGODB_URI: watched(uri), DB_PREFIX: dbPrefix, LOG_LEVEL: log.level, NODE_ENV: 'test' }
  const service = await startProduct(definition, {
    env: { ...smallLimits, ...where, ...testSecrets, ...options.env },
    bus,
    clock,
    log,
    isPrepared: prepared !== undefined,
    ...(options.ports === undefined ? {} : { ports: options.ports }),
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  })
  const client = await clientOf(uri)
  const database = client.db(`${dbPrefix}_${definition.name}`)
  const rows = (name: string, filter = {}) => database.collection<{ _id: string }>(name).countDocuments(filter)

  const allPublished = () => eventually(async () => demand((await rows('outbox')) === 0, `${definition.name} has unpublished events`))

  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      await service.stop()
      await tap.stop()
      if (!sharesWith) await bus.close()
      if (emptied && (await isEmptied(client, database))) emptied.push(dbPrefix)
      else await database.dropDatabase()
    })()
    return stopping
  }
  const app: TestApp = {
    name: definition.name,
    url: service.url,
    clock,
    bus,
    dbPrefix,
    database,
    as: clientsOf(service.url, definition.routes),
    context: () => service.context(),
    emitted: async (type) => {
      await allPublished()
      return published.filter((envelope) => envelope.type === type).map(({ data }) => data)
    },
    deliver: deliveryTo(definition, { bus, clock, rows }),
    stop,
  }
  cleanUpLater(stop)
  return app
}

const emptiedByLayout = new Map<string, string[]>()

/**
 * Returns the prefixes of empty databases that have the service's collections. In the embedded database, creating
 * collections and indexes takes longer than most tests.
 */
function emptiedFor({ name, collections = [] }: ServiceDefinition<Any>): string[] {
  const layout = JSON.stringify([name, collections.map(({ name, indexes }) => ({ name, indexes }))])
  const emptied = emptiedByLayout.get(layout) ?? []
  emptiedByLayout.set(layout, emptied)
  return emptied
}

/** Dropping a large database is faster than emptying it. */
const MAX_DELETED = 5_000

/** Deletes all documents in one command. @returns false if there are too many */
async function isEmptied(client: MongoClient, database: Db): Promise<boolean> {
  const { objects } = await database.stats()
  if (objects > MAX_DELETED) return false
  if (objects === 0) return true
  const collections = await database.listCollections({}, { nameOnly: true }).toArray()
  const deletions = collections.map(({ name }) => ({
    name: 'deleteMany' as const,
    namespace: `${database.databaseName}.${name}`,
    filter: {},
  }))
  // Outside a transaction, the embedded server would refuse the command.
  await client.withSession((session) => session.withTransaction(() => client.bulkWrite(deletions, { session })))
  return true
}

const clients = new Map<string, Promise<MongoClient>>()

/** All apps of this process share a client, which closes when the process ends. */
function clientOf(uri: string): Promise<MongoClient> {
  const client = clients.get(uri) ?? new MongoClient(uri).connect()
  clients.set(uri, client)
  return client
}

let sharedLog: ReturnType<typeof createLog> | undefined

/** Shared, because creating a log compiles its redaction. */
function defaultLog(): ReturnType<typeof createLog> {
  sharedLog ??= createLog('test', process.env.TEST_LOG_LEVEL ?? 'silent')
  return sharedLog
}

interface DeliveryParts extends Pick<TestApp, 'bus' | 'clock'> {
  /** Counts the rows of a collection. */
  rows(name: string, filter: object): Promise<number>
}

function deliveryTo({ name, subscribes }: ServiceDefinition<Any>, { bus, clock, rows }: DeliveryParts): TestApp['deliver'] {
  return async (event, { times = 1, id = randomUUID() } = {}) => {
    const envelope = {
      specversion: '1.0',
      id,
      type: event.type,
      source: '/test',
      time: clock.now().toISOString(),
      datacontenttype: 'application/json',
      dataversion: event.version,
      causationid: id,
      data: event.data,
    }
    const message = { id, type: event.type, body: Buffer.from(JSON.stringify(envelope)) }
    demand(
      subscribes?.some((subscription) => subscription.event.type === event.type) ?? false,
      `${name} does not subscribe to ${event.type}`,
    )
    const isHandled = await underWatch(event.type, async () => {
      for (let time = 0; time < times; time++) await bus.publish([message])
      return eventually(async () => {
        if ((await rows('inbox', { events: id })) === 1) return true
        const dead = (await bus.deadLetters(name).list(100)).some((letter) => letter.id === id)
        demand(dead, `${name} has not handled ${event.type} yet`)
        return false
      }, HANDLED_WITHIN)
    })
    demand(isHandled, `${name} could not handle ${event.type}: it is now a dead letter`)
  }
}

async function makeBus(kind: TestOptions['bus'], prefix: string, log: ReturnType<typeof createLog>): Promise<Bus> {
  return kind === 'rabbit' ? rabbitBus({ url: (await sharedRabbit()).uri, prefix: `${prefix}.`, log }) : inProcessBus({ log })
}

/** Subscribes to all events of the service, because events without a subscriber remain in the outbox. */
async function tapOf(
  bus: Bus,
  { name, publishes = [] }: ServiceDefinition<Any>,
  published: Envelope[],
): Promise<{ stop(): Promise<void> }> {
  if (publishes.length === 0) return { stop: async () => {} }
  const seen = new Set<string>()
  return bus.consume({
    queue: `tap-of-${name}`,
    types: publishes.map(({ type }) => type),
    handle: async (batch) => {
      for (const { id, body } of batch) {
        if (!seen.has(id)) published.push(JSON.parse(Buffer.from(body).toString()) as Envelope)
        seen.add(id)
      }
      return batch.map(() => 'done')
    },
  })
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}
