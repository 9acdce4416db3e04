/** The database and the bus for tests and for a local start: given by URI → a container → a program on the machine → embedded (MongoDB only). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedMongo } from '@reelfair/embedded'
import { dockerAnswers, startMongoContainer, startRabbitContainer } from './engines/containers.ts'
import { mongodProgram, startMongodProgram } from './engines/mongod.ts'
import { freePort, programOfMachine, programOnPath } from './engines/process.ts'
import { rabbitmqProgram, startRabbitmqProgram } from './engines/rabbitmq.ts'

export { endProcess, freePort, guardProcesses, isFree, startDetached } from './engines/process.ts'

/**
 * Limits for services that share one machine with their database, as environment variables: the embedded database allows 64 open transactions
 * in total.
 */
export const smallLimits = { MONGODB_POOL_SIZE: '12', MONGODB_OPEN_TRANSACTIONS: '8' } as const

/** A database or a bus that answers. */
export interface Engine {
  readonly kind: 'uri' | 'container' | 'program' | 'embedded'
  /** `mongodb://…` of a replica set, or `amqp://…`. */
  readonly uri: string
  /** Stops it in order; resolves when its process has ended. One that was given by its URI is left alone. */
  stop(): Promise<void>
  /** kill -9, for tests; absent where the engine is not ours. `restart` brings it back. */
  kill?(): Promise<void>
  /** Stops it, if it runs, and starts it on the same data and the same address. */
  restart?(): Promise<void>
  /** Its process of now, another one after a restart; absent where the engine is none of ours or lives in a container. */
  readonly process?: () => EngineProcess
}

export interface EngineProcess {
  readonly pid: number | undefined
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>
}

export interface EngineOptions {
  /** Where the data lasts; a temporary folder that is gone with the engine when left out. */
  readonly dataDir?: string
  /** Takes the one line that says which engine was taken; standard error when left out. */
  readonly log?: (line: string) => void
}

type Started = Omit<Engine, 'kind'>

const toStderr = (line: string) => void process.stderr.write(`${line}\n`)

/**
 * MongoDB: `MONGODB_URI`, a container, `MONGOD_BINARY` or `mongod`, embedded. Always a replica set.
 * @throws Error with a sentence that says what to do
 * @example const { uri, stop } = await startMongo()
 */
export async function startMongo(options: EngineOptions = {}): Promise<Engine> {
  const { log = toStderr, dataDir } = options
  const given = process.env.MONGODB_URI
  if (given) return taken('MongoDB', 'uri', `the one of MONGODB_URI, ${hostOf(given)}`, theirs(given), log)
  const container = await inContainer(() => startMongoContainer(dataDir), 'MongoDB', log)
  if (container) return taken('MongoDB', 'container', 'a container', container, log)
  const program = mongodProgram()
  if (program) return taken('MongoDB', 'program', program, await inFolder(dataDir, startMongodProgram.bind(undefined, program)), log)
  return taken('MongoDB', 'embedded', 'the embedded one', await inFolder(dataDir, startEmbedded), log)
}

/**
 * RabbitMQ: `AMQP_URL`, a container, `RABBITMQ_BINARY` or the machine's `rabbitmq-server`.
 * @throws Error with a sentence that says what to do where there is none
 * @example const { uri, kill, restart } = await startRabbit()
 */
export async function startRabbit(options: EngineOptions = {}): Promise<Engine> {
  const { log = toStderr, dataDir } = options
  const given = process.env.AMQP_URL
  if (given) return taken('RabbitMQ', 'uri', `the one of AMQP_URL, ${hostOf(given)}`, theirs(given), log)
  const container = await inContainer(() => startRabbitContainer(dataDir), 'RabbitMQ', log)
  if (container) return taken('RabbitMQ', 'container', 'a container', container, log)
  const program = rabbitmqProgram()
  if (program) return taken('RabbitMQ', 'program', program, await inFolder(dataDir, startRabbitmqProgram.bind(undefined, program)), log)
  throw new Error(NO_RABBIT)
}

/**
 * The browser for tests and benchmarks: `CHROMIUM_BINARY`, or Debian's headless shell, or Debian's Chromium, which takes 1.5 times the CPU time.
 * Undefined if none is installed.
 */
export const chromiumProgram = (): string | undefined =>
  programOfMachine('CHROMIUM_BINARY', () => programOnPath('chromium-headless-shell') ?? programOnPath('chromium'))

export const NO_CHROMIUM = 'There is no Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_BINARY.'

export const NO_RABBIT =
  'There is no RabbitMQ here. Install it (Debian: `apt-get install rabbitmq-server`), start Docker, or set AMQP_URL to one that runs, e.g. amqp://guest:guest@127.0.0.1:5672.'

function taken(name: string, kind: Engine['kind'], what: string, engine: Started, log: (line: string) => void): Engine {
  log(`${name}: ${what}.`)
  return { kind, ...engine }
}

const theirs = (uri: string): Started => ({ uri, stop: async () => {} })

/** An address for people, without name and password. */
const hostOf = (uri: string): string => uri.replace(/^\w+:\/\/(?:[^@/]*@)?([^/?]*).*$/s, '$1')

async function inContainer(start: () => Promise<Started>, name: string, log: (line: string) => void): Promise<Started | undefined> {
  if (!(await dockerAnswers())) return undefined
  try {
    return await start()
  } catch (error) {
    // Docker that runs but cannot fetch the image, for example without a network, leaves the next engine to be tried.
    log(`${name}: no container, for Docker said: ${(error as Error).message}`)
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

/** The embedded MongoDB on a folder, at one address over restarts. */
export async function startEmbedded(dataDir: string): Promise<Omit<Engine, 'kind'>> {
  const port = await freePort()
  let server = await startEmbeddedMongo({ dataDir, port, quiet: true })
  return {
    uri: server.uri,
    stop: () => server.stop(),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL')
      await server.stop()
    },
    restart: async () => {
      await server.stop()
      server = await startEmbeddedMongo({ dataDir, port, quiet: true })
    },
    process: () => server,
  }
}
