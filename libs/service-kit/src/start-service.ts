/** Starts a service (config → database → bus → use cases → HTTP) and stops its parts in reverse order. */
import type { Server } from 'node:http'
import { eventKey } from '@reelfair/contracts'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Bus } from './bus/bus.ts'
import { startConsumer } from './bus/consumer.ts'
import { rabbitBus } from './bus/rabbit.ts'
import { startRelay } from './bus/relay.ts'
import type { Clock } from './clock.ts'
import { type BaseConfig, baseConfig, ConfigError, checkLimits, type Env, fullConfig, hasDatabase, readConfig } from './config.ts'
import { type Cause, contextOf, type World } from './context.ts'
import { type Database, openDatabase } from './data/database.ts'
import { createTransactor } from './data/transact.ts'
import { clockOf } from './follow-clock.ts'
import { makeApp, makeStartupApp } from './http/app.ts'
import type { Front } from './http/exchange.ts'
import { healthRoutes } from './http/health.ts'
import { requestStore } from './http/requests.ts'
import { closeServer, countRequests, listen, makeServer, refuseSocket, SERVER_LIMITS, UPLOAD_REQUEST_MS } from './http/server.ts'
import { idSource } from './ids.ts'
import { startJobs } from './jobs/jobs.ts'
import { startWorkers } from './jobs/workers.ts'
import { createLog } from './log.ts'
import { type Metrics, makeMetrics } from './metrics.ts'
import type { AnyService, EdgeHandles, RunningService } from './service.ts'
import { withTimeout } from './with-timeout.ts'

export interface StartOptions {
  readonly env: Env
  /** A shared bus, which stays open when the service stops. Without one, AMQP_URL is required. */
  readonly bus?: Bus
  readonly clock?: Clock
  readonly ports?: unknown
  readonly log?: Logger
  /** Generates ids. Default: ids with the time of the service's clock. */
  readonly newId?: () => string
  /** Disables rate limits, for load tests and benchmarks. */
  readonly unlimited?: boolean
  /** If false, workers do not run on their own, so that tests can call them. */
  readonly workers?: boolean
  /** The database already has the service's collections and indexes, as in tests that reuse an emptied database. */
  readonly isPrepared?: boolean
}

/** Work that is still running after this time is cut off. */
const STOP_WITHIN_MS = 10_000
const EDGE_STOPS_WITHIN_MS = 2_000

/** A part of the service that stops with it. */
interface Component {
  readonly name: string
  stop(): void | Promise<void>
}

/**
 * Starts a service and resolves when it accepts requests, consumes events and runs its jobs.
 * @throws ConfigError listing all configuration faults; Error with an explanation when the database, bus or port is
 *   unavailable
 * @example const service = await startService(campaigns, { env: process.env, bus })
 */
export async function startService(definition: AnyService, options: StartOptions): Promise<RunningService> {
  const components: Component[] = []
  try {
    return await start(definition, options, components)
  } catch (error) {
    const log = options.log ?? createLog(definition.name, 'info')
    const until = performance.now() + STOP_WITHIN_MS
    for (const component of components.reverse()) await stopInTime(component, until, log)
    throw error
  }
}

async function start(definition: AnyService, options: StartOptions, components: Component[]): Promise<RunningService> {
  const { name } = definition
  const life: Life = { stopping: false, started: false, makesIndexes: false, always: () => ({}) }
  const parts = await openParts(definition, options, components)
  const { config, log, newId, metrics, bus } = parts
  const { server, running, front } = openServer(definition, parts, life)
  const beforeClose: Component[] = []
  // Only needed if startup fails after creating the edge; a regular stop runs these functions before the server closes.
  const stopEdge = async () => {
    if (!life.started) await Promise.all(beforeClose.map((component) => stopInTime(component, performance.now(), log)))
  }
  components.push({ name: 'edge', stop: stopEdge })
  let data: Data | undefined
  const health = healthRoutes({
    metrics: metrics.text,
    bus: () => bus.ready(),
    ready: async () => ({
      service: life.started && !life.stopping,
      ...(data ? { database: await data.database.ready() } : {}),
      ...(life.makesIndexes ? { indexes: false } : {}),
    }),
  })
  let url: string | undefined
  const early = makeStartupApp(health, front)
  if (hasDatabase(definition)) {
    // Building an index on a large collection takes minutes. Listening early shows supervisors that the process is
    // alive and what it is waiting for.
    server.on('request', early)
    url = await listen(server, config.HOST, config.PORT)
    components.push({ name: 'server', stop: () => closeServer(server, running, 0) })
    const onConnected = () => {
      life.makesIndexes = true
    }
    data = await openData(definition, { ...parts, components, onConnected, isPrepared: options.isPrepared ?? false })
    life.makesIndexes = false
  }
  const world = worldOf(definition, options, parts, data)
  const edge = await definition.edge?.(edgeHandles(parts, server, life, beforeClose))
  const requests = requestStore(world.connection)
  const unlimited = options.unlimited ?? false
  const app = makeApp({ routes: definition.routes ?? [], health, edge, world, front, keys: config, requests, unlimited })

  if (data) await startBackground(definition, options, { ...parts, world, data, components })

  server.off('request', early).on('request', app)
  url ??= await listen(server, config.HOST, config.PORT)
  life.started = true
  log.info({ url }, 'service started')

  let stopped: Promise<void> | undefined
  const context = () => contextOf(world, { causeId: newId() })
  const stop = () => {
    stopped ??= stopAll({ life, log, server, running, beforeClose, components })
    return stopped
  }
  return { name, url, context, stop }
}

interface Life {
  stopping: boolean
  started: boolean
  makesIndexes: boolean
  always: () => Readonly<Record<string, string>>
}

interface Parts {
  readonly config: BaseConfig
  readonly log: Logger
  readonly clock: Clock
  readonly newId: () => string
  readonly metrics: Metrics
  readonly bus: Bus
}

async function openParts(definition: AnyService, options: StartOptions, components: Component[]): Promise<Parts> {
  const { name } = definition
  const config = readConfig(name, fullConfig(definition), options.env) as BaseConfig
  checkLimits(name, config)
  if (!options.bus && config.AMQP_URL === undefined)
    throw new ConfigError(name, [`AMQP_URL is missing. ${baseConfig.AMQP_URL.description ?? ''}`])
  const log = options.log ? options.log.child({ service: name }) : createLog(name, config.LOG_LEVEL)
  const clock: Clock & { stop?(): void } = options.clock ?? (await clockOf(name, config))
  if (!options.clock) components.push({ name: 'clock', stop: () => clock.stop?.() })
  const newId = options.newId ?? idSource(clock)
  const bus = options.bus ?? rabbitBus({ url: config.AMQP_URL ?? '', log, prefetch: config.AMQP_PREFETCH })
  if (!options.bus) components.push({ name: 'bus', stop: () => bus.close() })
  const metrics = makeMetrics(name)
  metrics.watch('clock', () => ({ seconds: clock.now().getTime() / 1_000 }))
  return { config, log, clock, newId, metrics, bus }
}

function openServer(definition: AnyService, { log, newId, metrics }: Parts, life: Life) {
  const takesFiles = definition.routes?.some(({ options }) => options.upload) ?? false
  const limits = takesFiles ? { ...SERVER_LIMITS, requestMs: UPLOAD_REQUEST_MS } : SERVER_LIMITS
  const server = makeServer(newId, limits, () => life.always())
  const front: Front = {
    log,
    accessLog: log.child({}, { redact: [] }),
    newId,
    observe: metrics.observe,
    edgeHeaders: () => life.always(),
    draining: () => life.stopping,
  }
  return { server, running: countRequests(server), front }
}

function worldOf(definition: AnyService, options: StartOptions, { clock, newId, log, config }: Parts, data: Data | undefined): World {
  const { name } = definition
  return {
    clock,
    newId,
    log,
    ports: options.ports ?? definition.ports?.(config) ?? {},
    connection: () => connectionOf(name, data?.database),
    transact: (causeId, work) => {
      if (!data) throw new Error(`${name} stores no data: it has no collections`)
      return data.transactor.transact(causeId, work)
    },
  }
}

const edgeHandles = (
  { config, bus, clock, log, newId }: Parts,
  server: Server,
  life: Life,
  beforeClose: Component[],
): EdgeHandles<BaseConfig> => ({
  config,
  bus,
  clock,
  log,
  server,
  always: (headers) => {
    life.always = headers
  },
  refuseSocket: (socket, refusal) => refuseSocket(socket, refusal, newId(), life.always()),
  onStop: (stop) => void beforeClose.push({ name: 'edge', stop }),
})

interface BackgroundParts extends Parts {
  readonly world: World
  readonly data: Data
  readonly components: Component[]
}

async function startBackground(
  { name, subscribes, jobs, queues, workers }: AnyService,
  options: StartOptions,
  { config, log, clock, newId, metrics, bus, world, data, components }: BackgroundParts,
): Promise<void> {
  const { database, transactor } = data
  const shared = { contextOf: (cause: Cause) => contextOf(world, cause), transactor, log }
  if (subscribes?.length) {
    const batch = config.EVENTS_PER_TRANSACTION
    const consumer = await startConsumer({ ...shared, bus, queue: name, subscriptions: subscribes, batch })
    components.push({ name: 'consumer', stop: () => consumer.stop() })
    metrics.watch('inbox', () => ({ ...consumer.stats }))
  }
  if (jobs?.length) {
    const running = startJobs({ ...shared, database, jobs, clock })
    components.push({ name: 'jobs', stop: () => running.stop() })
    metrics.watch('job_last_day', () => running.lastDays)
  }
  if (queues?.length) {
    const scope = () => ({ connection: database.connection })
    metrics.watchQueues(queues, scope, () => clock.now())
  }
  if (workers?.length && options.workers !== false) {
    const contextOfWork = (worker: string) => contextOf(world, { causeId: newId(), logged: { worker } })
    const running = startWorkers({ workers, contextOf: contextOfWork, clock, log })
    components.push({ name: 'workers', stop: () => running.stop() })
    metrics.watch('workers', () => running.stats)
  }
}

interface Stopping {
  readonly life: Life
  readonly log: Logger
  readonly server: Server
  readonly running: ReturnType<typeof countRequests>
  readonly beforeClose: readonly Component[]
  readonly components: Component[]
}

async function stopAll({ life, log, server, running, beforeClose, components }: Stopping): Promise<void> {
  life.stopping = true
  log.info('service stopping')
  const until = performance.now() + STOP_WITHIN_MS
  await Promise.all(beforeClose.map((component) => stopInTime(component, performance.now() + EDGE_STOPS_WITHIN_MS, log)))
  // Requests stop first, because they may still emit events, which the relay publishes before it stops.
  await closeServer(server, running, STOP_WITHIN_MS).catch((error: unknown) => log.error({ error }, 'server did not close'))
  for (const component of components.reverse()) await stopInTime(component, until, log)
  log.info('service stopped')
}

interface DataParts extends Parts {
  readonly components: Component[]
  readonly onConnected: () => void
  readonly isPrepared: boolean
}

type Data = Awaited<ReturnType<typeof openData>>

async function openData(definition: AnyService, { config, bus, clock, newId, log, metrics, components, ...starting }: DataParts) {
  const { name, collections = [], publishes } = definition
  const { MONGODB_URI: uri, MONGODB_POOL_SIZE: poolSize, MONGODB_OPEN_TRANSACTIONS: maxOpen } = config
  const database = await openDatabase({ uri, name: `${config.DB_PREFIX}_${name}`, poolSize, collections, log, ...starting })
  components.push({ name: 'database', stop: () => database.close() })
  const relay = startRelay({ database, bus, log })
  components.push({ name: 'relay', stop: () => relay.stop() })
  metrics.watch('outbox', () => ({ ...relay.stats }))
  const types = publishes ? { publishes: new Set(publishes.map(eventKey)) } : {}
  const transactor = createTransactor({ database, relay, source: name, ...types, maxOpen, now: () => clock.now(), newId, log })
  return { database, transactor }
}

function connectionOf(name: string, database: Database | undefined): Connection {
  if (!database) throw new Error(`${name} stores no data: it has no collections`)
  return database.connection
}

/**
 * A component that fails to stop must not keep the others open. The bus redelivers unacknowledged events, and other
 * replicas take over unfinished jobs.
 */
async function stopInTime({ name, stop }: Component, until: number, log: Logger): Promise<void> {
  const onTimeout = () => log.warn({ component: name }, 'component did not stop in time')
  try {
    await withTimeout(Promise.resolve(stop()), Math.max(500, until - performance.now()), onTimeout)
  } catch (error) {
    log.error({ error, component: name }, 'component failed to stop')
  }
}
