/**
 * One database and one bus for all test files of a run. The run's main process starts each engine when it is first
 * requested.
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

async function shared(name: 'mongo' | 'rabbit'): Promise<SharedEngine> {
  const address = process.env[ENGINES_URL]
  // Outside a test run (a script or benchmark), the engine runs until the process ends.
  if (!address) return engines[name]()
  const answer = await fetch(`${address}/${name}`)
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
export const engines = { mongo: once('mongo', startMongo), rabbit: once('rabbit', startRabbit) }

/** Stops all engines that this process started. */
export async function stopEngines(): Promise<void> {
  await Promise.allSettled([...started.values()].map(async (engine) => (await engine).stop()))
  started.clear()
}
