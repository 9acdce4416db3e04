/** One database and one bus for all test files of a run: whoever needs one asks the run's main process, which starts it at the first question. */
import { type Engine, startMongo, startRabbit } from './engines.ts'

/** Where `global-setup.ts` answers; unset outside a test run. */
export const ENGINES_URL = 'REELFAIR_TEST_ENGINES'

/** An engine that others use at the same time: it is not stopped or killed, and each test file works in names of its own. */
export type SharedEngine = Pick<Engine, 'kind' | 'uri'>

/**
 * The MongoDB of this test run.
 * @example const { uri } = await sharedMongo()
 */
export const sharedMongo = (): Promise<SharedEngine> => shared('mongo')

/** The RabbitMQ of this test run; the first to ask waits about ten seconds. @throws Error with a sentence where there is none */
export const sharedRabbit = (): Promise<SharedEngine> => shared('rabbit')

async function shared(name: 'mongo' | 'rabbit'): Promise<SharedEngine> {
  const address = process.env[ENGINES_URL]
  // Outside a run (a script, the bench) the engine lives as long as the process.
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

/** Stops what was started by `engines` in this process. */
export async function stopEngines(): Promise<void> {
  await Promise.allSettled([...started.values()].map(async (engine) => (await engine).stop()))
  started.clear()
}
