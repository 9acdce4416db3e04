/** A service under test: the real one, on the run's database and a bus of its own, with somebody listening to what it says. */
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
import { type Client, clientsOf, testSecrets, type Who } from './client.ts'
import { type MovableClock, movableClock } from './clock.ts'
import { smallLimits } from './engines.ts'
import { eventually } from './eventually.ts'
import type { Builder } from './people.ts'
import { underWatch } from './round-trips.ts'
import { sharedMongo, sharedRabbit } from './shared.ts'
import { watched } from './watch-queries.ts'
import { whenOver } from './when-over.ts'

/** An event that fails comes again a few times, after pauses, before it is a dead letter. */
const GIVEN_UP_WITHIN = { within: 25_000 }

// biome-ignore lint/suspicious/noExplicitAny: a definition's configuration and ports are its own business.
type Any = any

/** Together what several builders have made. */
type All<Builders extends readonly Builder<Any, Any>[]> = Builders extends readonly [
  Builder<infer Made, Any>,
  ...infer Rest extends readonly Builder<Any, Any>[],
]
  ? Made & All<Rest>
  : unknown

export interface TestApp {
  readonly name: string
  readonly url: string
  readonly clock: MovableClock
  readonly bus: Bus
  /** The name of its database, and of those started beside it the beginning. */
  readonly dbPrefix: string
  /** Who asks; see `Who`. @example await app.as('brand').post('/campaigns', draft) */
  as(who: Who): Client
  /** Its database, through a connection that waits as long as it takes. */
  readonly database: Db
  /** The use cases' world without HTTP. */
  context(): Context<'system', Any>
  /** The data of all events of this type that it has put on the bus, oldest first; waits until all that was committed is there. */
  emitted(type: string): Promise<Any[]>
  /**
   * Delivers an event as another service would say it, `times` times under one id, and waits until it was handled.
   * @throws Error when the service does not hear it, or has given it up as a dead letter
   */
  hear(event: EventDraft, options?: { times?: number; id?: string }): Promise<void>
  /** What the builders have made, as one object. */
  given<Builders extends readonly Builder<Any, TestApp>[]>(...builders: Builders): Promise<All<Builders>>
  stop(): Promise<void>
}

export interface TestOptions {
  /** In-process when left out; `rabbit` asks for the run's RabbitMQ. */
  readonly bus?: 'in-process' | 'rabbit'
  /** Runs with the machine's time when left out. */
  readonly clock?: MovableClock
  readonly env?: Readonly<Record<string, string>>
  readonly ports?: Any
  /** False: the service's workers do not run; the test calls them by hand. */
  readonly workers?: boolean
  /** What it logs to; nothing is logged when left out, unless TEST_LOG_LEVEL is set. */
  readonly log?: ReturnType<typeof createLog>
  /** Another app: this one shares its bus and its clock. */
  readonly beside?: TestApp
}

/**
 * Starts a service for a test file (at its top) or for one test (inside), on a database of its own, and stops it afterwards.
 * @example const app = await startService(campaigns)
 */
export async function startService(definition: ServiceDefinition<Any>, options: TestOptions = {}): Promise<TestApp> {
  const { uri } = await sharedMongo()
  const { beside } = options
  const clock = options.clock ?? beside?.clock ?? movableClock()
  const dbPrefix = beside?.dbPrefix ?? `t${randomBytes(5).toString('hex')}`
  const log = options.log ?? createLog('test', process.env.TEST_LOG_LEVEL ?? 'silent')
  const bus = beside?.bus ?? (await makeBus(options.bus, dbPrefix, log))
  const said: Envelope[] = []
  const tap = await tapOf(bus, definition, said)

  const service = await startProduct(definition, {
    env: {
      ...smallLimits,
      MONGODB_URI: watched(uri),
      DB_PREFIX: dbPrefix,
      LOG_LEVEL: log.level,
      NODE_ENV: 'test',
      ...testSecrets,
      ...options.env,
    },
    bus,
    clock,
    log,
    ...(options.ports === undefined ? {} : { ports: options.ports }),
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  })
  const client = await new MongoClient(uri).connect()
  const database = client.db(`${dbPrefix}_${definition.name}`)
  const rows = (name: string, filter = {}) => database.collection<{ _id: string }>(name).countDocuments(filter)

  const settled = () =>
    eventually(async () => demand((await rows('outbox')) === 0, `${definition.name} has not published all that it has to say`))
  const hear: TestApp['hear'] = async (event, { times = 1, id = randomUUID() } = {}) => {
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
      definition.hears?.some((hearing) => hearing.event.type === event.type) ?? false,
      `${definition.name} does not hear ${event.type}`,
    )
    await underWatch(event.type, async () => {
      for (let time = 0; time < times; time++) await bus.publish([message])
      await eventually(async () => {
        if ((await rows('inbox', { events: id })) === 1) return
        const dead = (await bus.deadLetters(definition.name).list(100)).some((letter) => letter.id === id)
        demand(dead, `${definition.name} has not handled ${event.type} yet`)
      }, GIVEN_UP_WITHIN)
    })
    demand((await rows('inbox', { events: id })) === 1, `${definition.name} gave up ${event.type}: it lies with the dead letters`)
  }

  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      await service.stop()
      await tap.stop()
      if (!beside) await bus.close()
      await database.dropDatabase()
      await client.close()
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
      await settled()
      return said.filter((envelope) => envelope.type === type).map(({ data }) => data)
    },
    hear,
    given: async (...builders) => {
      const made = {}
      for (const builder of builders) Object.assign(made, await builder(app))
      return made as Any
    },
    stop,
  }
  whenOver(stop)
  return app
}

async function makeBus(kind: TestOptions['bus'], prefix: string, log: ReturnType<typeof createLog>): Promise<Bus> {
  return kind === 'rabbit' ? rabbitBus({ url: (await sharedRabbit()).uri, prefix: `${prefix}.`, log }) : inProcessBus({ log })
}

/** Without anybody who hears it an event is unroutable and stays in the outbox; so the test itself hears all. */
async function tapOf(bus: Bus, { name, says = [] }: ServiceDefinition<Any>, said: Envelope[]): Promise<{ stop(): Promise<void> }> {
  if (says.length === 0) return { stop: async () => {} }
  const seen = new Set<string>()
  return bus.consume({
    queue: `tap-of-${name}`,
    types: says.map(({ type }) => type),
    handle: async (batch) => {
      for (const { id, body } of batch) {
        if (!seen.has(id)) said.push(JSON.parse(Buffer.from(body).toString()) as Envelope)
        seen.add(id)
      }
      return batch.map(() => 'done')
    },
  })
}

function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence)
}
