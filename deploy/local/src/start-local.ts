/** Starts the whole Reelfair on this machine: database, bus, sandbox, six services, gateway with shell and remotes, and people to try it with. */
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Sandbox } from '@reelfair/sandbox'
import { type Engine, isFree, startEmbedded, startRabbit } from '@reelfair/testkit/engines'
import { buildApps } from './build-apps.ts'
import { type Data, readDemo, removeData, writeDemo } from './data-form.ts'
import { defaultFolder } from './folders.ts'
import { demandNoEvents } from './given-broker.ts'
import { takeGiven } from './given-database.ts'
import { type KeptEngine, keepAlive } from './keep-alive.ts'
import { TOUR_BRAND } from './market/cast.ts'
import { beginningOf, DAYS_OF_HISTORY, seedMarket } from './market/seed-market.ts'
import { marketSignIns } from './market/tour.ts'
import { startOutside } from './outside.ts'
import type { Parts, StartedServices } from './parts.ts'
import { privateFolder } from './private-files.ts'
import { type Progress, silent } from './progress.ts'
import { claimFolder, removeRunning, writeRunning } from './running.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { ADMIN, createPerson, demoSignIns, type SignIn, seedDemo, seededNote } from './seed-demo.ts'
import { Sentence } from './sentence.ts'
import { builtApps, mapValues, sharedEnv, type WebSources } from './services.ts'
import { startInOneProcess } from './start-in-one-process.ts'
import { startInProcesses } from './start-in-processes.ts'
import { startWatched } from './start-watched.ts'

export const DEFAULT_PORT = 4300
const DB_PREFIX = 'reelfair'

export interface LocalOptions {
  /** Where data, secrets and logs last; `.reelfair` of the workspace when left out. */
  readonly folder?: string
  /** Of the gateway; 4300 when left out. */
  readonly port?: number
  /** Removes the folder's data first. */
  readonly fresh?: boolean
  /** Nobody and nothing in it. */
  readonly empty?: boolean
  /** In new data, the demo's market with its history too: what `npm start` makes. Else its people only. */
  readonly market?: boolean
  /** A process per service, on RabbitMQ. */
  readonly distributed?: boolean
  /** The services start again when their files change: all in one process beside this one, or each in its own with `distributed`. */
  readonly watch?: boolean
  /** Shell and remotes from elsewhere; what is left out is built. */
  readonly web?: Partial<WebSources>
  /** Further variables for all services and the gateway. */
  readonly env?: Readonly<Record<string, string>>
  readonly progress?: Progress
  /** Breaks the start off: it ends what it has started and rejects. */
  readonly signal?: AbortSignal
}

export interface Local {
  /** What a person opens, `http://localhost:4300`. */
  readonly url: string
  /** Who can sign in; none in an empty one. */
  readonly signIns: readonly SignIn[]
  /** Whether the demo's market is there. */
  readonly hasMarket: boolean
  /** Whether this start began on no data. */
  readonly isNew: boolean
  readonly services: StartedServices['services']
  /** Stripe, the mailbox and the clock. */
  readonly sandbox: Sandbox
  readonly mongoUri: string
  readonly amqpUrl?: string
  /** To kill and restart, where they are ours. Killed in another way, they are started again. */
  readonly database: Pick<Engine, 'kill' | 'restart' | 'process'>
  readonly broker?: Pick<Engine, 'kill' | 'restart' | 'process'>
  readonly secrets: Secrets
  /** Begins of the databases' names. */
  readonly dbPrefix: string
  stop(): Promise<void>
  kill(): Promise<void>
}

/**
 * Starts everything and waits until all of it is ready.
 * @throws Sentence that says what to do: the port is taken, the data is in use, no engine, no room
 * @example
 * const local = await startLocal({ folder: '/tmp/trial', port: 4301 })
 * await local.stop()
 */
export async function startLocal(options: LocalOptions = {}): Promise<Local> {
  const { folder = defaultFolder, port = DEFAULT_PORT } = options
  const progress = breakableBy(options.signal, options.progress ?? silent)
  const undos: (() => unknown)[] = []
  const failed = new AbortController()
  try {
    const leave = claimFolder(folder)
    undos.push(leave)
    await demandFreePort(port)
    if (options.fresh) removeOurs(folder)
    const data = await takeData(folder, options, progress)
    const { demo, isNew } = data
    const market = demo === 'begun' ? beginningOf(new Date()) : undefined
    privateFolder(join(folder, 'logs'))
    const secrets = loadSecrets(folder)
    const web = { ...builtApps(), ...options.web }
    const toBuild = Object.keys(options.web ?? {}).length < Object.keys(web).length
    const built = toBuild
      ? progress.step('Building the pages (what is unchanged comes from the cache)', () =>
          buildApps(AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])])),
        )
      : Promise.resolve()
    // It may fail while something else is awaited; whoever awaits it then is told.
    built.catch(() => {})

    const mongo = await progress.step('Starting the database', () => openMongo(folder, progress.say))
    undos.push(mongo.stop)
    const wantsRabbit = options.distributed || process.env.AMQP_URL
    const broker = wantsRabbit ? await progress.step('Starting RabbitMQ', () => openRabbit(data.place, progress.say)) : undefined
    if (broker) undos.push(broker.stop)
    if (broker && market && process.env.AMQP_URL) await demandNoEvents(broker.uri)

    const { sandbox, outside } = await progress.step('Starting the sandbox: Stripe and a mailbox', () =>
      startOutside(data.place, port, market?.beginsAt),
    )
    undos.push(sandbox.stop)

    const url = `http://localhost:${port}`
    const shared = { ...sharedEnv(secrets, mongo.uri, DB_PREFIX, broker?.uri), ...options.env }
    const parts = { folder, port, url, secrets, outside, shared, say: progress.say, watch: options.watch ?? false }
    const started = await progress.step('Starting the services', () => startServices(parts, options))
    undos.push(started.stop)
    const payouts = started.services.payouts
    if (payouts) sandbox.setPayouts({ url: payouts.url, gatewaySecret: secrets.gatewaySecret })
    sandbox.setServices(mapValues(started.services, ({ url: own }) => own))
    await built
    await progress.step('Starting the gateway', () => started.startGateway(web))
    const note = seededNote(folder, secrets, shared)
    if (market) {
      await progress.step(`Making the demo: ${DAYS_OF_HISTORY} days of a small market`, async () => {
        await seedDemo(parts, TOUR_BRAND)
        await seedMarket({
          url,
          password: secrets.demoPassword,
          sandbox,
          firstDay: market.firstDay,
          createUser: (email, role) => createPerson(parts, email, role),
          adminEmail: ADMIN,
          signal: options.signal,
          say: progress.say,
        })
      })
      await data.marketIsMade()
    } else if (demo !== 'market' && !options.empty && !(options.market && demo === 'empty') && !note.there()) {
      await progress.step('Seeing to the people of the demo', () => seedDemo(parts))
      note.write()
    }
    const isMarket = market !== undefined || demo === 'market'

    writeRunning(folder, {
      url,
      mongoUri: mongo.uri,
      dbPrefix: shared.DB_PREFIX ?? DB_PREFIX,
      ...(broker ? { amqpUrl: broker.uri } : {}),
      outside,
      services: mapValues(started.services, ({ url: own }) => ({ url: own })),
    })
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
      signIns:
        options.empty || (options.market && demo === 'empty')
          ? []
          : [...demoSignIns(secrets.demoPassword), ...(isMarket ? marketSignIns(secrets.demoPassword) : [])],
      hasMarket: isMarket,
      isNew,
      services: started.services,
      sandbox,
      mongoUri: mongo.uri,
      database: mongo,
      ...(broker ? { amqpUrl: broker.uri, broker } : {}),
      secrets,
      dbPrefix: shared.DB_PREFIX ?? DB_PREFIX,
      stop: end('stop'),
      kill: end('kill'),
    }
  } catch (error) {
    failed.abort()
    for (const undo of undos.reverse()) await undo()
    throw error
  }
}

/** No step begins once the start is broken off. */
const breakableBy = (signal: AbortSignal | undefined, progress: Progress): Progress => ({
  say: progress.say,
  step: (name, work) => {
    if (signal?.aborted) throw new Sentence('The start was broken off.')
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
  throw new Sentence(`Port ${port} is in use by another program. Stop that one, or take another port: npm start -- --port ${other}`)
}

async function firstFree(port: number): Promise<number> {
  return (await isFree(port)) ? port : firstFree(port + 1)
}

/** What the start finds, and makes of it: half a demo is made anew. @throws Sentence for data that it cannot go on with */
async function takeData(folder: string, options: LocalOptions, { say }: Progress): Promise<Data> {
  const { market, empty, env } = options
  const uri = process.env.MONGODB_URI
  if (uri) return takeGiven({ uri, prefix: env?.DB_PREFIX ?? DB_PREFIX, folder }, options, say)
  let found = readDemo(folder)
  if (found === 'begun') {
    say('The last start stopped while it was making the demo. Making the demo again.')
    removeData(folder)
    found = undefined
  }
  const demo = found ?? (empty ? 'empty' : market ? 'begun' : 'people')
  writeDemo(folder, demo)
  return { demo, isNew: found === undefined, place: folder, marketIsMade: async () => writeDemo(folder, 'market') }
}

function removeOurs(folder: string): void {
  if (process.env.MONGODB_URI)
    throw new Sentence(
      '--fresh removes the embedded data in .reelfair/ only. MONGODB_URI is set: drop the databases reelfair_* there yourself, or unset it.',
    )
  removeData(folder)
  rmSync(join(folder, 'secrets.json'), { force: true })
}

async function openMongo(folder: string, say: (line: string) => void): Promise<KeptEngine> {
  const uri = process.env.MONGODB_URI
  if (uri) return { uri, stop: async () => {} }
  const engine = await startEmbedded(join(folder, 'mongo')).catch((error: Error) => {
    throw new Sentence(error.message)
  })
  return keepAlive('The database', engine, say)
}

async function openRabbit(folder: string, say: (line: string) => void): Promise<KeptEngine> {
  const engine = await startRabbit({ dataDir: join(folder, 'rabbitmq'), log: say }).catch((error: Error) => {
    throw new Sentence(`${error.message} Without --distributed none is needed.`)
  })
  // One of ours answers by now; a foreign one that never does would be waited for without end.
  if (engine.kind === 'uri' && !(await opens(new URL(engine.uri))))
    throw new Sentence('No RabbitMQ answers at the address in AMQP_URL. Start it, correct the address, or unset it.')
  return keepAlive('RabbitMQ', engine, say)
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
