/** The database of one service: its connection, and its collections with their indexes. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, createConnection, type mongo } from 'mongoose'
import type { Logger } from 'pino'
import { inboxSpec } from '../bus/inbox.ts'
import { requestsSpec } from '../http/requests.ts'
import { jobRunsSpec } from '../jobs/job-runs.ts'
import type { CollectionSpec } from './collection-spec.ts'
import { isUnavailable } from './faults.ts'
import { outboxSpec } from './outbox.ts'

export interface DatabaseOptions {
  readonly uri: string
  /** The database's name; each service has its own. */
  readonly name: string
  readonly collections?: readonly CollectionSpec[]
  readonly log: Logger
  /** Connections that are kept at most. */
  readonly poolSize: number
  /** How long to wait for a server that does not answer yet; 30 s when left out. */
  readonly waitSeconds?: number
  /** How long the answer to one command may take; 45 s when left out. An index may take longer: it is asked for again as long as the server lives. */
  readonly answersWithinMs?: number
  /** Called when a server answers; then come collections and indexes, which may take minutes. */
  readonly onConnected?: () => void
}

export interface Database {
  readonly connection: Connection
  /** Whether the server answers within 2 s. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

// A request rather gets its "unavailable" soon than hangs; what must go on for ever (relay, consumers, jobs) tries again by itself.
const SERVER_SELECTION_MS = 3_000
const ANSWERS_WITHIN_MS = 2_000

/** Collections that every service's database has beside the service's own. */
export const ownCollections: readonly CollectionSpec[] = [outboxSpec, inboxSpec, jobRunsSpec, requestsSpec]

/**
 * Connects, and makes the collections and indexes that are missing; they stand when it resolves.
 * @throws Error with a sentence when no server answers in time, or when an index is declared otherwise than it exists
 * @example const db = await openDatabase({ uri, name: 'reelfair_campaigns', collections: [campaigns, signups], log })
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { uri, name, log } = options
  const connection = await connectInTime(options)
  let closing = false
  connection.on('disconnected', () => {
    if (!closing) log.warn({ database: name }, 'the database is away')
  })
  connection.on('reconnected', () => log.info({ database: name }, 'the database is back'))
  connection.on('error', (error) => log.warn({ database: name, error: error.message }, 'the database connection had an error'))
  const ready = async () => {
    try {
      const answered = connection.getClient().db(name).command({ ping: 1 })
      return await Promise.race([answered.then(() => true), pause(ANSWERS_WITHIN_MS, false, { ref: false })])
    } catch {
      return false
    }
  }
  options.onConnected?.()
  try {
    for (const spec of [...ownCollections, ...(options.collections ?? [])]) await make(connection, spec, { ready, log })
  } catch (error) {
    await connection.close()
    throw isUnavailable(error)
      ? new Error(`The database ${name} at ${addressOf(uri)} went away during the start.`, { cause: error })
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

async function connectInTime({
  uri,
  name,
  log,
  poolSize,
  waitSeconds = 30,
  answersWithinMs = 45_000,
}: DatabaseOptions): Promise<Connection> {
  const deadline = Date.now() + waitSeconds * 1000
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
    // Its failure comes by the promise; without a listener it would come a second time, as an uncaught one.
    connection.on('error', () => {})
    try {
      return await connection.asPromise()
    } catch (error) {
      await connection.close()
      if (!isUnavailable(error)) throw error
      if (Date.now() >= deadline) {
        throw new Error(`No database answers at ${addressOf(uri)}. Is MongoDB running there, and is MONGODB_URI right?`, { cause: error })
      }
      log.warn({ database: name }, 'no database answers yet; trying again')
      await pause(200)
    }
  }
}

/** Without user and password. */
const addressOf = (uri: string) => uri.replace(/^(\w+(?:\+srv)?:\/\/)[^@/]*@/, '$1').replace(/\?.*$/, '')

type Server = Pick<Database, 'ready'> & Pick<DatabaseOptions, 'log'>

async function make(connection: Connection, { name, indexes }: CollectionSpec, server: Server): Promise<void> {
  const db = connection.getClient().db(connection.name)
  try {
    await db.createCollection(name)
  } catch (error) {
    if ((error as mongo.MongoError).code !== 48) throw error // It exists.
  }
  if (indexes.length === 0) return
  try {
    await untilMade(() => db.collection(name).createIndexes(indexes as unknown as mongo.IndexDescription[]), name, server)
  } catch (error) {
    const { code } = error as mongo.MongoError
    if (code !== 85 && code !== 86) throw error
    throw new Error(`An index of ${connection.name}.${name} exists otherwise than it is declared; remove the old one by hand first.`, {
      cause: error,
    })
  }
}

/**
 * On millions of documents an index takes longer than the driver waits for one answer. The server goes on making it when the driver hangs up, and who asks for
 * the same again waits for that one.
 */
async function untilMade(ask: () => Promise<unknown>, collection: string, { ready, log }: Server): Promise<void> {
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if ((error as Error).name !== 'MongoNetworkTimeoutError' || !(await ready())) throw error
      log.warn({ collection }, 'an index is still being made; the start waits for it')
    }
  }
}
