import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Sandbox } from '@reelfair/sandbox'
import { type Engine, isFree, startEmbedded, startRabbit } from '@reelfair/testkit/engines'
import { buildApps } from './build-apps.ts'
import { type Data, readDemo, removeData, writeDemo } from './data-format.ts'
import { requireEmptyQueues } from './external-broker.ts'
import { prepareExternalDatabase } from './external-database.ts'
import { defaultFolder } from './folders.ts'
import { keepAlive, type SupervisedEngine } from './keep-alive.ts'
import { TOUR_BRAND } from './market/cast.ts'
import { DAYS_OF_HISTORY, marketStart, seedMarket } from './market/seed-market.ts'
import { marketSignIns } from './market/tour.ts'
import { startOutside } from './outside.ts'
import type { Parts, StartedServices } from './parts.ts'
import { privateFolder } from './private-files.ts'
import { type Progress, silent } from './progress.ts'
import { claimFolder, removeRunning, writeRunning } from './running.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { ADMIN, createPerson, demoSignIns, type SignIn, seedDemo, seededNote } from './seed-demo.ts'
import { builtApps, mapValues, sharedEnv, type WebSources } from './services.ts'
import { startInOneProcess } from './start-in-one-process.ts'
import { startInProcesses } from './start-in-processes.ts'
import { startWatched } from './start-watched.ts'
import { UserError } from './user-error.ts'

export const DEFAULT_PORT = 4300
const DB_PREFIX = 'reelfair'

export interface LocalOptions {
  /** Folder for data, secrets and logs. Default: `.reelfair` in the workspace. */
  readonly folder?: string
  /** Gateway port. Default: 4300. */
  readonly port?: number
  readonly fresh?: boolean
  /** Starts without users or demo data. */
  readonly empty?: boolean
  /** Creates the demo market if the data is new, as `npm start` does. Default: only the demo users. */
  readonly market?: boolean
  readonly distributed?: boolean
  /** Restarts services when their files change. With `distributed`, each service restarts separately. */
  readonly watch?: boolean
  /** Locations of apps that are already built or served. All other apps are built. */
  readonly web?: Partial<WebSources>
  readonly env?: Readonly<Record<string, string>>
  readonly progress?: Progress
  /** Cancels the start: stops all started parts and rejects. */
  readonly signal?: AbortSignal
}

export interface Local {
  readonly url: string
  readonly signIns: readonly SignIn[]
  readonly hasMarket: boolean
  readonly isNew: boolean
  readonly services: StartedServices['services']
  /** Simulates Stripe, the social networks, the mailbox and the clock. */
  readonly sandbox: Sandbox
  readonly mongoUri: string
  readonly amqpUrl?: string
  /**
   * Lets tests kill and restart the engine; absent for an external engine. If the engine exits for any other reason, it
   * is restarted.
   */
  readonly database: Pick<Engine, 'kill' | 'restart' | 'process'>
  readonly broker?: Pick<Engine, 'kill' | 'restart' | 'process'>
  readonly secrets: Secrets
  readonly dbPrefix: string
  stop(): Promise<void>
  kill(): Promise<void>
}

/**
 * Starts the system and waits until every part is ready.
 * @throws UserError with instructions if the port or the data is in use, an engine is missing or the disk is full
 * @example
 * const local = await startLocal({ folder: '/tmp/trial', port: 4301 })
 * await local.stop()
 */
export async function startLocal(options: LocalOptions = {}): Promise<Local> {
  const undos: (() => unknown)[] = []
  const failed = new AbortController()
  try {
    return await assemble(options, undos, failed.signal)
  } catch (error) {
    failed.abort()
    for (const undo of undos.reverse()) await undo()
    throw error
  }
}

async function assemble(options: LocalOptions, undos: (() => unknown)[], failed: AbortSignal): Promise<Local> {
  const { folder = defaultFolder, port = DEFAULT_PORT } = options
  const progress = cancellableBy(options.signal, options.progress ?? silent)
  const leave = claimFolder(folder)
  undos.push(leave)
  await demandFreePort(port)
  const data = await takeData(folder, options, progress)
  const market = data.demo === 'begun' ? marketStart(new Date()) : undefined
  privateFolder(join(folder, 'logs'))
  const secrets = loadSecrets(folder)
  const built = buildMissing(options, progress, failed)

  const mongo = await progress.step('Starting the database', () => openMongo(folder, progress.print))
  undos.push(mongo.stop)
  const wantsRabbit = options.distributed || process.env.AMQP_URL
  const broker = wantsRabbit ? await progress.step('Starting RabbitMQ', () => openRabbit(data.place, progress.print)) : undefined
  if (broker) undos.push(broker.stop)
  if (broker && market && process.env.AMQP_URL) await requireEmptyQueues(broker.uri)
  const { sandbox, outside } = await progress.step('Starting the sandbox: Stripe and a mailbox', () =>
    startOutside(data.place, port, market?.beginsAt),
  )
  undos.push(sandbox.stop)

  const shared = { ...sharedEnv(secrets, mongo.uri, DB_PREFIX, broker?.uri), ...options.env }
  const url = `http://localhost:${port}`
  const parts = { folder, port, url, secrets, outside, shared, print: progress.print, watch: options.watch ?? false }
  const started = await progress.step('Starting the services', () => startServices(parts, options))
  undos.push(started.stop)
  connectSandbox(sandbox, started.services, secrets)
  await built
  await progress.step('Starting the gateway', () => started.startGateway({ ...builtApps(), ...options.web }))
  const demo = await seed(parts, options, { data, sandbox, firstDay: market?.firstDay, progress })

  const { uri: mongoUri } = mongo
  const dbPrefix = shared.DB_PREFIX ?? DB_PREFIX
  const services = mapValues(started.services, ({ url: own }) => ({ url: own }))
  writeRunning(folder, { url, mongoUri, dbPrefix, ...(broker ? { amqpUrl: broker.uri } : {}), outside, services })
  const end = (how: 'stop' | 'kill') => async () => {
    removeRunning(folder)
    await started[how]()
    await sandbox.stop()
    await broker?.stop()
    await mongo.stop()
    leave()
  }
  return {
    url,
    ...demo,
    isNew: data.isNew,
    services: started.services,
    sandbox,
    mongoUri,
    database: mongo,
    ...(broker ? { amqpUrl: broker.uri, broker } : {}),
    secrets,
    dbPrefix,
    stop: end('stop'),
    kill: end('kill'),
  }
}

function connectSandbox(sandbox: Sandbox, services: StartedServices['services'], { gatewaySecret }: Secrets): void {
  if (services.payouts) sandbox.setPayouts({ url: services.payouts.url, gatewaySecret })
  sandbox.setServices(mapValues(services, ({ url }) => url))
}

function buildMissing({ web = {}, signal }: LocalOptions, progress: Progress, failed: AbortSignal): Promise<void> {
  if (Object.keys(web).length === Object.keys(builtApps()).length) return Promise.resolve()
  const built = progress.step('Building the pages (unchanged ones come from the cache)', () =>
    buildApps(AbortSignal.any([failed, ...(signal ? [signal] : [])])),
  )
  // The build may fail before it is awaited; this prevents an unhandled rejection.
  built.catch(() => {})
  return built
}

interface Seed {
  readonly data: Data
  readonly sandbox: Sandbox
  /** First day of the demo market; undefined unless this start creates the market. */
  readonly firstDay: string | undefined
  readonly progress: Progress
}

async function seed(
  parts: Parts,
  options: LocalOptions,
  { data, sandbox, firstDay, progress }: Seed,
): Promise<Pick<Local, 'signIns' | 'hasMarket'>> {
  const { url, folder, secrets, shared } = parts
  const hasDemo = !options.empty && !(options.market && data.demo === 'empty')
  const hasMarket = firstDay !== undefined || data.demo === 'market'
  const note = seededNote(folder, secrets, shared)
  if (firstDay !== undefined) {
    await progress.step(`Creating the demo: ${DAYS_OF_HISTORY} days of a small market`, async () => {
      await seedDemo(parts, TOUR_BRAND)
      await seedMarket({
        url,
        password: secrets.demoPassword,
        sandbox,
        firstDay,
        createUser: (email, role) => createPerson(parts, email, role),
        adminEmail: ADMIN,
        signal: options.signal,
        print: progress.print,
      })
    })
    await data.markMarketComplete()
  } else if (!hasMarket && hasDemo && !note.there()) {
    await progress.step('Creating the demo users', () => seedDemo(parts))
    note.write()
  }
  const { demoPassword } = secrets
  return { hasMarket, signIns: hasDemo ? [...demoSignIns(demoPassword), ...(hasMarket ? marketSignIns(demoPassword) : [])] : [] }
}

/** Rejects further steps after the start has been cancelled. */
const cancellableBy = (signal: AbortSignal | undefined, progress: Progress): Progress => ({
  print: progress.print,
  step: (name, work) => {
    if (signal?.aborted) throw new UserError('The start was cancelled.')
    return progress.step(name, work)
  },
})

async function startServices(parts: Parts, { distributed, watch }: LocalOptions): Promise<StartedServices> {
  if (distributed) return startInProcesses(parts)
  return watch ? startWatched(parts) : startInOneProcess(parts)
}

async function demandFreePort(port: number): Promise<void> {
  if (await isFree(port)) return
  const other = await firstFree(port + 1)
  throw new UserError(`Port ${port} is in use by another program. Stop that program or choose another port: npm start -- --port ${other}`)
}

async function firstFree(port: number): Promise<number> {
  return (await isFree(port)) ? port : firstFree(port + 1)
}

/**
 * Determines which demo the data contains. An incomplete demo is deleted and created again.
 * @throws UserError for data that this version cannot use
 */
async function takeData(folder: string, options: LocalOptions, { print }: Progress): Promise<Data> {
  const { market, empty, env } = options
  if (options.fresh) removeOurs(folder)
  const uri = process.env.MONGODB_URI
  if (uri) return prepareExternalDatabase({ uri, prefix: env?.DB_PREFIX ?? DB_PREFIX, folder }, options, print)
  let found = readDemo(folder)
  if (found === 'begun') {
    print('The last start stopped while creating the demo. Creating the demo again.')
    removeData(folder)
    found = undefined
  }
  const demo = found ?? (empty ? 'empty' : market ? 'begun' : 'people')
  writeDemo(folder, demo)
  return { demo, isNew: found === undefined, place: folder, markMarketComplete: async () => writeDemo(folder, 'market') }
}

function removeOurs(folder: string): void {
  if (process.env.MONGODB_URI)
    throw new UserError(
      '--fresh only deletes the embedded data in .reelfair/. MONGODB_URI is set: drop the databases reelfair_* there yourself, or unset MONGODB_URI.',
    )
  removeData(folder)
  rmSync(join(folder, 'secrets.json'), { force: true })
}

async function openMongo(folder: string, print: (line: string) => void): Promise<SupervisedEngine> {
  const uri = process.env.MONGODB_URI
  if (uri) return { uri, stop: async () => {} }
  const engine = await startEmbedded(join(folder, 'mongo')).catch((error: Error) => {
    throw new UserError(error.message)
  })
  return keepAlive('The database', engine, print)
}

async function openRabbit(folder: string, print: (line: string) => void): Promise<SupervisedEngine> {
  const engine = await startRabbit({ dataDir: join(folder, 'rabbitmq'), log: print }).catch((error: Error) => {
    throw new UserError(`${error.message} RabbitMQ is only needed with --distributed.`)
  })
  // Services wait for RabbitMQ without a time limit, so check that an external RabbitMQ responds.
  if (engine.kind === 'uri' && !(await opens(new URL(engine.uri))))
    throw new UserError('RabbitMQ does not answer at the address in AMQP_URL. Start it, correct the address or unset AMQP_URL.')
  return keepAlive('RabbitMQ', engine, print)
}

function opens({ protocol, hostname, port }: URL): Promise<boolean> {
  const socket = connect({ host: hostname, port: Number(port) || (protocol === 'amqps:' ? 5671 : 5672), timeout: 5_000 })
  return new Promise((resolve) => {
    socket
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('timeout', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
