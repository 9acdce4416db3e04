/** Counts a service's sequential round trips to its database: each costs one network delay. */
import type { Context, Hearing, Route } from '@reelfair/service-kit'
import type { Document } from 'mongodb'
import { routeOf } from './route-of.ts'

/** Collections that background work uses outside the transactions of requests and events. */
const BESIDE = ['outbox', 'job_runs']

interface Asking {
  readonly name: string
  context(): Pick<Context, 'connection'>
}

/** What is under way: a request (`GET /campaigns`) or an event (`campaign.ended`). */
type Watcher = (what: string) => (answer?: unknown) => void
let watcher: Watcher | undefined

/** Runs a request or an event of a test so that its round trips can be counted. */
export async function underWatch<T>(what: string, work: () => Promise<T>): Promise<T> {
  const done = watcher?.(what)
  const answer = await work().catch((error: unknown) => {
    done?.()
    throw error
  })
  done?.(answer)
  return answer
}

/**
 * Round trips to the database of each request and each event while `work` runs, ids in addresses left out; the most
 * where one comes several times. Counts the session with the most commands; the others run beside it. Requests that
 * overlap or are refused are not counted.
 * @throws Error when nothing is counted, for example because `watchQueries` was not called before the app started
 * @example const trips = await roundTripsDuring(app, () => app.as('brand').get('/campaigns'))
 */
export async function roundTripsDuring(app: Asking, work: () => Promise<unknown>): Promise<ReadonlyMap<string, readonly string[]>> {
  const counted = new Map<string, readonly string[]>()
  /** A session runs one command at a time, so each of its commands is a round trip. */
  const commands: { readonly session: string; readonly name: string }[] = []
  let open = 0
  const begin = ({ commandName, command }: { commandName: string; command: Document }) => {
    if (commandName === 'endSessions' || (BESIDE.includes(String(command[commandName])) && command.autocommit === undefined)) return
    // A transaction that conflicts runs again in its session, under another number.
    const transaction = command.autocommit === false ? command.txnNumber : ''
    commands.push({ session: `${command.lsid?.id?.toString('hex')} ${transaction}`, name: `${commandName} ${command[commandName]}` })
  }
  watcher = (what) => {
    open += 1
    let alone = open === 1
    const before = commands.length
    return (answer) => {
      open -= 1
      alone &&= open === 0
      const key = what.replaceAll(UUID, ':id').replace(/\?.*$/, '')
      const bySession = Map.groupBy(commands.slice(before), ({ session }) => session)
      const [longest = []] = [...bySession.values()].toSorted((one, other) => other.length - one.length)
      const isRefused = answer instanceof Response && answer.status >= 400
      if (alone && !isRefused && longest.length >= (counted.get(key)?.length ?? 0))
        counted.set(
          key,
          longest.map(({ name }) => name),
        )
    }
  }
  const client = app.context().connection.getClient()
  client.on('commandStarted', begin)
  try {
    await work()
  } finally {
    watcher = undefined
    client.off('commandStarted', begin)
  }
  if (commands.length === 0 || counted.size === 0)
    throw new Error(`${app.name}: no round trips counted. Call watchQueries before starting the app.`)
  return counted
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const MOST_TRIPS = 6
/** Of a write, which also keeps its idempotency key. */
const MOST_TRIPS_OF_WRITE = 12

/**
 * Requests and events with too many round trips, and those of the service's GET routes and events that were not counted, in words.
 * @example expect(tripFaults(campaigns, await roundTripsDuring(app, work))).toEqual([])
 */
export function tripFaults(
  { routes = [], hears = [] }: { readonly routes?: readonly Route[]; readonly hears?: readonly Hearing[] },
  counted: ReadonlyMap<string, readonly string[]>,
): string[] {
  const reads = new Set([...counted.keys()].map((what) => routeOf(routes, what)))
  const missing = [
    ...routes.filter((route) => route.method === 'get' && !reads.has(route)).map(({ path }) => `GET ${path}`),
    ...hears.map(({ event }) => event.type).filter((type) => !counted.has(type)),
  ]
  const most = (what: string) => (/^(?:POST|PUT|PATCH|DELETE) /.test(what) ? MOST_TRIPS_OF_WRITE : MOST_TRIPS)
  return [
    ...missing.map((what) => `${what}: not counted`),
    ...[...counted]
      .filter(([what, trips]) => trips.length > most(what))
      .map(([what, trips]) => `${what}: ${trips.length} round trips (${trips.join(', ')})`),
  ]
}
