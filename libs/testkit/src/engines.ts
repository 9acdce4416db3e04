/**
 * Starts the database and the bus for tests and local runs. Uses the first that is available: a URI, a container, a
 * program on this machine, or the embedded server (MongoDB only).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedMongo } from '@reelfair/embedded'
import { dockerAnswers, startMongoContainer, startRabbitContainer } from './engines/containers.ts'
import { mongodProgram, startMongodProgram } from './engines/mongod.ts'
import { freePort, programOfMachine, programOnPath } from './engines/process.ts'
import { rabbitmqProgram, startRabbitmqProgram } from './engines/rabbitmq.ts'

export { endProcess, freePort, guardProcesses, isFree } from './engines/process.ts'

/**
 * Environment variables for services that share one machine with their database. The embedded database allows 64 open
 * transactions in total.
 */
export const smallLimits = { MONGODB_POOL_SIZE: '12', MONGODB_OPEN_TRANSACTIONS: '8' } as const

export interface Engine {
  readonly kind: 'uri' | 'container' | 'program' | 'embedded'
  /** `mongodb://…` (always a replica set) or `amqp://…`. */
  readonly uri: string
  /** Stops the engine and waits until its process ends. Does nothing for an external engine. */
  stop(): Promise<void>
  /** Kills the engine with kill -9, for tests. Undefined for an external engine. */
  kill?(): Promise<void>
  /** Starts the engine again with the same data and address. Stops it first if it is running. */
  restart?(): Promise<void>
  /** Returns the current process, which changes with each restart. Undefined for external engines and containers. */
  readonly process?: () => EngineProcess
}

interface EngineProcess {
  readonly pid: number | undefined
  /** Resolves when the process ends, for any reason. */
  readonly ended: Promise<void>
}

export interface EngineOptions {
  /** Persistent data folder. Defaults to a temporary folder, deleted when the engine stops. */
  readonly dataDir?: string
  /** Receives one line with the chosen engine's name. Defaults to standard error. */
  readonly log?: (line: string) => void
}

type Started = Omit<Engine, 'kind'>

/** The longest interval that a timer supports is 24 days. */
const NEVER_S = 20 * 86_400

const toStderr = (line: string) => void process.stderr.write(`${line}\n`)

/**
 * Starts MongoDB as a replica set: `MONGODB_URI`, a container, `MONGOD_BINARY` or `mongod`, or the embedded server.
 * TTL indexes delete nothing, except in a server given by URI: the tests' clocks may be years behind the machine.
 * @throws Error that explains what to do
 * @example const { uri, stop } = await startMongo()
 */
export async function startMongo(options: EngineOptions = {}): Promise<Engine> {
  const { log = toStderr, dataDir } = options
  const given = process.env.MONGODB_URI
  if (given) return chosen('MongoDB', 'uri', `MONGODB_URI (${hostOf(given)})`, external(given), log)
  const container = await inContainer(() => startMongoContainer(dataDir), 'MongoDB', log)
  if (container) return chosen('MongoDB', 'container', 'a container', container, log)
  const program = mongodProgram()
  if (program) return chosen('MongoDB', 'program', program, await inFolder(dataDir, startMongodProgram.bind(undefined, program)), log)
  const embedded = await inFolder(dataDir, (folder) => startEmbedded(folder, { ttlSeconds: NEVER_S }))
  return chosen('MongoDB', 'embedded', 'the embedded server', embedded, log)
}

/**
 * Provides RabbitMQ, using the first available of `AMQP_URL`, a container, `RABBITMQ_BINARY` and the installed
 * `rabbitmq-server`.
 * @throws Error that explains what to do if RabbitMQ is unavailable
 * @example const { uri, kill, restart } = await startRabbit()
 */
export async function startRabbit(options: EngineOptions = {}): Promise<Engine> {
  const { log = toStderr, dataDir } = options
  const given = process.env.AMQP_URL
  if (given) return chosen('RabbitMQ', 'uri', `AMQP_URL (${hostOf(given)})`, external(given), log)
  const container = await inContainer(() => startRabbitContainer(dataDir), 'RabbitMQ', log)
  if (container) return chosen('RabbitMQ', 'container', 'a container', container, log)
  const program = rabbitmqProgram()
  if (program) return chosen('RabbitMQ', 'program', program, await inFolder(dataDir, startRabbitmqProgram.bind(undefined, program)), log)
  throw new Error(NO_RABBIT)
}

/**
 * Finds the browser for tests and benchmarks: `CHROMIUM_BINARY`, Debian's headless shell, or Debian's Chromium, which
 * uses 1.5 times the CPU time. Returns undefined if none is installed.
 */
export const chromiumProgram = (): string | undefined =>
  programOfMachine('CHROMIUM_BINARY', () => programOnPath('chromium-headless-shell') ?? programOnPath('chromium'))

export const NO_CHROMIUM = 'Chromium not found. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_BINARY.'

const NO_RABBIT =
  'RabbitMQ not found. Install it (Debian: `apt-get install rabbitmq-server`), start Docker, or set AMQP_URL to a running broker, e.g. amqp://guest:guest@127.0.0.1:5672.'

function chosen(name: string, kind: Engine['kind'], what: string, engine: Started, log: (line: string) => void): Engine {
  log(`${name}: using ${what}.`)
  return { kind, ...engine }
}

const external = (uri: string): Started => ({ uri, stop: async () => {} })

/** Omits credentials, because the result appears in log lines. */
const hostOf = (uri: string): string => uri.replace(/^\w+:\/\/(?:[^@/]*@)?([^/?]*).*$/s, '$1')

async function inContainer(start: () => Promise<Started>, name: string, log: (line: string) => void): Promise<Started | undefined> {
  if (!(await dockerAnswers())) return undefined
  try {
    return await start()
  } catch (error) {
    // For example, Docker may have no network access to fetch the image. In that case, the next engine is tried.
    log(`${name}: container could not be started: ${(error as Error).message}`)
    return undefined
  }
}

async function inFolder(dataDir: string | undefined, start: (folder: string, temporary: boolean) => Promise<Started>): Promise<Started> {
  if (dataDir) return start(join(dataDir, 'program'), false)
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-engine-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  const engine = await start(folder, true).catch((error: unknown) => {
    remove()
    throw error
  })
  return {
    ...engine,
    stop: async () => {
      await engine.stop()
      remove()
    },
  }
}

/**
 * Starts the embedded MongoDB with a data folder. Its address stays the same across restarts. `ttlSeconds` is the time
 * between deletions of expired documents.
 */
export async function startEmbedded(dataDir: string, { ttlSeconds = 60 }: { ttlSeconds?: number } = {}): Promise<Omit<Engine, 'kind'>> {
  const port = await freePort()
  // Tests kill processes but never the machine, and waiting for the disk took a seventh of their time.
  const noSync = process.env.VITEST !== undefined
  const start = () => startEmbeddedMongo({ dataDir, port, ttlSeconds, noSync, quiet: true })
  let server = await start()
  return {
    uri: server.uri,
    stop: () => server.stop(),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL')
      await server.stop()
    },
    restart: async () => {
      await server.stop()
      server = await start()
    },
    process: () => server,
  }
}
