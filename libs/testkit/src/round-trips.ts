/** Counts a service's sequential round trips to its database. Each round trip costs one network delay. */
import type { Context, Route, Subscription } from '@reelfair/service-kit'
import type { Document } from 'mongodb'
import { routeOf } from './route-of.ts'

/** Collections that background work uses outside the transactions of requests and events. */
const BACKGROUND = ['outbox', 'job_runs']

interface WatchedApp {
  readonly name: string
  context(): Pick<Context, 'connection'>
}

/** Called when a request (`GET /campaigns`) or event (`campaign.ended`) starts. The returned callback marks its end. */
type Watcher = (what: string) => (answer?: unknown) => void
let watcher: Watcher | undefined

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
 * Counts the database round trips of each request and event while `work` runs. Replaces ids in paths with `:id`, and
 * keeps the highest count for repeated requests. Counts the session with the most commands, because other sessions run
 * in parallel. Skips overlapping and refused requests.
 * @throws Error if nothing is counted, for example because the app started before `watchQueries` was called
 * @example const trips = await roundTripsDuring(app, () => app.as('brand').get('/campaigns'))
 */
export async function roundTripsDuring(app: WatchedApp, work: () => Promise<unknown>): Promise<ReadonlyMap<string, readonly string[]>> {
  const counted = new Map<string, readonly string[]>()
  /** A session runs one command at a time, so each command is a round trip. */
  const commands: { readonly session: string; readonly name: string }[] = []
  let open = 0
  const begin = ({ commandName, command }: { commandName: string; command: Document }) => {
    if (commandName === 'endSessions' || (BACKGROUND.includes(String(command[commandName])) && command.autocommit === undefined)) return
    // After a write conflict, a transaction runs again in the same session under a new number.
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
const MAX_TRIPS = 6
/** `partnership.settled` also reads the payout account, to start the transfer in the same transaction. */
const MAX_TRIPS_OF: Readonly<Record<string, number>> = { 'partnership.settled': 7 }
/** Higher for a write, which also stores its idempotency key. */
const MAX_TRIPS_OF_WRITE = 12

/**
 * Describes requests and events with too many round trips, and GET routes and events that were not measured.
 * @example expect(tripFaults(campaigns, await roundTripsDuring(app, work))).toEqual([])
 */
export function tripFaults(
  { routes = [], subscribes = [] }: { readonly routes?: readonly Route[]; readonly subscribes?: readonly Subscription[] },
  counted: ReadonlyMap<string, readonly string[]>,
): string[] {
  const reads = new Set([...counted.keys()].map((what) => routeOf(routes, what)))
  const missing = [
    ...routes.filter((route) => route.method === 'get' && !reads.has(route)).map(({ path }) => `GET ${path}`),
    ...subscribes.map(({ event }) => event.type).filter((type) => !counted.has(type)),
  ]
  const limitOf = (what: string) => (/^(?:POST|PUT|PATCH|DELETE) /.test(what) ? MAX_TRIPS_OF_WRITE : (MAX_TRIPS_OF[what] ?? MAX_TRIPS))
  return [
    ...missing.map((what) => `${what}: not counted`),
    ...[...counted]
      .filter(([what, trips]) => trips.length > limitOf(what))
      .map(([what, trips]) => `${what}: ${trips.length} round trips (${trips.join(', ')})`),
  ]
}
