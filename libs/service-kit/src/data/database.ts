import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, createConnection, type mongo } from 'mongoose'
import type { Logger } from 'pino'
import { inboxSpec } from '../bus/inbox.ts'
import { requestsSpec } from '../http/requests.ts'
import { jobRunsSpec } from '../jobs/job-runs.ts'
import { withTimeout } from '../with-timeout.ts'
import type { CollectionSpec } from './collection-spec.ts'
import { isUnavailable } from './faults.ts'
import { outboxSpec } from './outbox.ts'

export interface DatabaseOptions {
  readonly uri: string
  readonly name: string
  readonly collections?: readonly CollectionSpec[]
  readonly log: Logger
  readonly poolSize: number
  /**
   * Milliseconds to wait for the response to one command. Default: 45,000. A slow index build may take longer, because
   * the service repeats the command for as long as the server is reachable.
   */
  readonly answersWithinMs?: number
  /** Called as soon as a server responds. The service then creates collections and indexes, which may take minutes. */
  readonly onConnected?: () => void
  /** Skips creating collections and indexes, because the database has all of them. */
  readonly isPrepared?: boolean
}

export interface Database {
  readonly connection: Connection
  ready(): Promise<boolean>
  close(): Promise<void>
}

// Requests should fail quickly; the relay, consumers and jobs retry anyway.
const SERVER_SELECTION_MS = 3_000
const RESPONSE_LIMIT_MS = 2_000
/** Maximum wait for the server during startup. */
const STARTUP_MOST_MS = 30_000

export const internalCollections: readonly CollectionSpec[] = [outboxSpec, inboxSpec, jobRunsSpec, requestsSpec]

/**
 * Connects and creates missing collections and indexes.
 * @throws Error with an explanation when no server responds in time, or when an existing index differs from its
 *   declaration
 * @example const db = await openDatabase({ uri, name: 'reelfair_campaigns', collections: [campaigns, signups], log })
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { uri, name, log } = options
  const connection = await connectInTime(options)
  let closing = false
  connection.on('disconnected', () => {
    if (!closing) log.warn({ database: name }, 'database connection lost')
  })
  connection.on('reconnected', () => log.info({ database: name }, 'database connection restored'))
  connection.on('error', (error) => log.warn({ database: name, error: error.message }, 'database connection failed'))
  const ready = async () => {
    try {
      const ping = connection.getClient().db(name).command({ ping: 1 })
      return (await withTimeout(ping, RESPONSE_LIMIT_MS, () => undefined)) !== undefined
    } catch {
      return false
    }
  }
  options.onConnected?.()
  try {
    if (!options.isPrepared) await prepare(connection, options.collections ?? [], { ready, log })
  } catch (error) {
    await connection.close()
    throw isUnavailable(error)
      ? new Error(`The connection to database ${name} at ${addressOf(uri)} was lost during startup.`, { cause: error })
      : error
  }
  return {
    connection,
    ready,
    close: () => {
      closing = true
      return connection.close()
    },
  }
}

async function connectInTime({ uri, name, log, poolSize, answersWithinMs = 45_000 }: DatabaseOptions): Promise<Connection> {
  const deadline = Date.now() + STARTUP_MOST_MS
  for (;;) {
    const connection = createConnection(uri, {
      dbName: name,
      autoCreate: false,
      autoIndex: false,
      bufferCommands: false,
      retryWrites: true,
      retryReads: true,
      writeConcern: { w: 'majority' },
      readConcern: { level: 'majority' },
      ignoreUndefined: true,
      serverSelectionTimeoutMS: SERVER_SELECTION_MS,
      connectTimeoutMS: 5_000,
      socketTimeoutMS: answersWithinMs,
      waitQueueTimeoutMS: 10_000,
      maxPoolSize: poolSize,
    })
    // The promise already reports the failure. Without a listener, Node would also throw the `error` event.
    connection.on('error', () => {})
    try {
      return await connection.asPromise()
    } catch (error) {
      await connection.close()
      if (!isUnavailable(error)) throw error
      if (Date.now() >= deadline) {
        throw new Error(`No database responds at ${addressOf(uri)}. Is MongoDB running there and MONGODB_URI correct?`, { cause: error })
      }
      log.warn({ database: name }, 'database not reachable yet; retrying')
      await pause(200)
    }
  }
}

const addressOf = (uri: string) => uri.replace(/^(\w+(?:\+srv)?:\/\/)[^@/]*@/, '$1').replace(/\?.*$/, '')

type Server = Pick<Database, 'ready'> & Pick<DatabaseOptions, 'log'>

const databaseOf = (connection: Connection) => connection.getClient().db(connection.name)

async function prepare(connection: Connection, collections: readonly CollectionSpec[], server: Server): Promise<void> {
  const existing = await namesOfCollections(connection)
  for (const spec of [...internalCollections, ...collections]) {
    if (!existing.has(spec.name)) await createCollection(connection, spec)
    await createIndexes(connection, spec, server)
  }
}

async function namesOfCollections(connection: Connection): Promise<Set<string>> {
  const found = await databaseOf(connection).listCollections({}, { nameOnly: true }).toArray()
  return new Set(found.map(({ name }) => name))
}

async function createCollection(connection: Connection, { name }: CollectionSpec): Promise<void> {
  try {
    await databaseOf(connection).createCollection(name)
  } catch (error) {
    // Another replica has created it.
    if ((error as mongo.MongoError).code !== 48) throw error
  }
}

async function createIndexes(connection: Connection, { name, indexes }: CollectionSpec, server: Server): Promise<void> {
  const db = databaseOf(connection)
  if (indexes.length === 0) return
  try {
    await untilBuilt(() => db.collection(name).createIndexes(indexes as unknown as mongo.IndexDescription[]), name, server)
  } catch (error) {
    const { code } = error as mongo.MongoError
    if (code !== 85 && code !== 86) throw error
    throw new Error(`An index of ${connection.name}.${name} differs from its declaration; remove the old index by hand first.`, {
      cause: error,
    })
  }
}

/**
 * An index build on millions of documents outlasts the driver's timeout. The server continues the build, and a repeated
 * command waits for the build to finish.
 */
async function untilBuilt(build: () => Promise<unknown>, collection: string, { ready, log }: Server): Promise<void> {
  for (;;) {
    try {
      await build()
      return
    } catch (error) {
      if ((error as Error).name !== 'MongoNetworkTimeoutError' || !(await ready())) throw error
      log.warn({ collection }, 'startup waiting for index build')
    }
  }
}
