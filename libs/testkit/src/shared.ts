/**
 * One database and one bus for all test files of a run, but one embedded database for each of Vitest's workers. The
 * run's main process starts each engine when it is first requested.
 */
import { type Engine, startMongo, startRabbit } from './engines.ts'

/** Environment variable with the address of `global-setup.ts`. Unset outside a test run. */
export const ENGINES_URL = 'REELFAIR_TEST_ENGINES'

/**
 * An engine that several test files use concurrently. Tests must not stop or kill it, and must use their own database
 * and queue names.
 */
export type SharedEngine = Pick<Engine, 'kind' | 'uri'>

/**
 * Returns the MongoDB of this test run.
 * @example const { uri } = await sharedMongo()
 */
export const sharedMongo = (): Promise<SharedEngine> => shared('mongo')

/**
 * Returns the RabbitMQ of this test run. The first call waits about ten seconds.
 * @throws Error if RabbitMQ is unavailable
 */
export const sharedRabbit = (): Promise<SharedEngine> => shared('rabbit')

const asked = new Map<string, Promise<SharedEngine>>()

/** Asks once per process, so that all its databases are on one server. */
function shared(name: 'mongo' | 'rabbit'): Promise<SharedEngine> {
  const engine = asked.get(name) ?? ask(name)
  asked.set(name, engine)
  return engine
}

async function ask(name: 'mongo' | 'rabbit'): Promise<SharedEngine> {
  const address = process.env[ENGINES_URL]
  // Outside a test run (a script or benchmark), the engine runs until the process ends.
  if (!address) return engines[name]()
  const answer = await fetch(`${address}/${name}?worker=${process.env.VITEST_POOL_ID ?? '1'}`)
  const body = (await answer.json()) as SharedEngine & { error?: string }
  if (body.error) throw new Error(body.error)
  return body
}

const started = new Map<string, Promise<Engine>>()
const once = (name: string, start: () => Promise<Engine>) => () => {
  const engine = started.get(name) ?? start()
  started.set(name, engine)
  return engine
}
/** The embedded database uses one core, and slows down with the number of its collections. */
async function mongoOf(worker = '1'): Promise<Engine> {
  const first = await once('mongo', () => startMongo())()
  return first.kind !== 'embedded' || worker === '1' ? first : once(`mongo ${worker}`, () => startMongo({ log: () => {} }))()
}

export const engines = { mongo: mongoOf, rabbit: once('rabbit', startRabbit) }

/** Stops all engines that this process started. */
export async function stopEngines(): Promise<void> {
  await Promise.allSettled([...started.values()].map(async (engine) => (await engine).stop()))
  started.clear()
}
