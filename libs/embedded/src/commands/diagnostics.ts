import { type Collection, isCapped } from '../collection.ts'
import { refuse } from '../errors.ts'
import { hashKey } from '../keys.ts'
import { type Doc, doc, fromObject, isDoc, isNum, ObjectId, toNumber, type Value } from '../values.ts'
import { type Answer, answer, collectionName, namedCollection, type Request } from './command.ts'

export function sizeOf({ engine }: Request, collections: readonly Collection[]): number {
  return collections.reduce((sum, c) => sum + engine.store.writer.count(c).bytes, 0)
}

export function collStats(request: Request): Answer {
  const { engine, db } = request
  const collection = namedCollection(request)
  const ns = `${db}.${collectionName(request)}`
  if (!collection) return answer({ ns, size: 0, count: 0, storageSize: 0, nindexes: 0, totalIndexSize: 0, indexSizes: new Map() })
  const { documents, bytes } = engine.store.writer.count(collection)
  const capped = isCapped(collection)
  const sizes = collection.indexes.map((i): [string, Value] => [i.name, 0])
  return answer({
    ns,
    size: bytes,
    count: documents,
    avgObjSize: documents > 0 ? Math.floor(bytes / documents) : undefined,
    storageSize: bytes,
    capped,
    max: capped ? (collection.options.get('max') ?? 0) : undefined,
    maxSize: collection.options.get('size'),
    nindexes: collection.indexes.length,
    totalIndexSize: 0,
    indexSizes: new Map(sizes),
    scaleFactor: 1,
  })
}

export function dbStats(request: Request): Answer {
  const { engine, db } = request
  const collections = engine.store.catalog.list(db)
  const objects = collections.reduce((sum, c) => sum + engine.store.writer.count(c).documents, 0)
  const bytes = sizeOf(request, collections)
  return answer({
    db,
    collections: collections.length,
    views: 0,
    objects,
    dataSize: bytes,
    storageSize: bytes,
    indexes: collections.reduce((sum, c) => sum + c.indexes.length, 0),
    indexSize: 0,
  })
}

const VERSION = '8.0.0'

/** A single node's topology never changes, so the server delays its reply to a hello that carries this version. */
const TOPOLOGY: Doc = new Map<string, Value>([
  ['processId', new ObjectId()],
  ['counter', 0n],
])

export function hello(request: Pick<Request, 'engine' | 'name'>, address: string, connection: number): Answer {
  return answer({
    helloOk: true,
    isWritablePrimary: true,
    ...(request.name === 'hello' ? {} : { ismaster: true }),
    setName: 'embedded',
    setVersion: 1,
    secondary: false,
    primary: address,
    hosts: [address],
    me: address,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection,
    topologyVersion: TOPOLOGY,
    minWireVersion: 0,
    // MongoDB 8.0. With a newer version, drivers would send commands that this engine does not support.
    maxWireVersion: 25,
    readOnly: false,
  })
}

/** Milliseconds to delay the reply to a hello from a client that knows the topology; undefined for no delay. */
export function helloWait(body: Doc): number | undefined {
  const known = body.get('topologyVersion')
  const wait = body.get('maxAwaitTimeMS')
  if (!isDoc(known) || !isNum(wait ?? null) || hashKey(known) !== hashKey(TOPOLOGY)) return undefined
  return Math.min(Math.max(toNumber(wait as number), 100), 60_000)
}

export const buildInfo = () =>
  answer({
    version: VERSION,
    gitVersion: 'embedded',
    versionArray: [8, 0, 0, 0],
    bits: 64,
    maxBsonObjectSize: 16 * 1024 * 1024,
    modules: [],
    storageEngines: ['sqlite'],
  })

export function serverStatus({ engine }: Request): Answer {
  return answer({
    host: 'localhost',
    version: VERSION,
    process: 'embedded',
    pid: process.pid,
    uptime: Math.floor((Date.now() - engine.startedAt) / 1000),
    localTime: new Date(),
    storageEngine: fromObject({ name: 'sqlite', supportsCommittedReads: true, persistent: true }),
    metrics: fromObject({ cursor: { open: { total: engine.cursors.size } } }),
    transactions: fromObject({ currentOpen: [...engine.sessions.values()].filter((s) => s.transaction).length }),
    mem: fromObject({ resident: Math.round(process.memoryUsage().rss / 1048576) }),
  })
}

export function getParameter(request: Request): Answer {
  const known: Record<string, Value> = {
    featureCompatibilityVersion: doc({ version: '8.0' }),
    transactionLifetimeLimitSeconds: 60,
    ttlMonitorSleepSecs: request.engine.options.ttlSeconds ?? 60,
    enableTestCommands: request.engine.options.failPoints === true,
  }
  const all = request.body.get('getParameter') === '*'
  const found = Object.entries(known).filter(([name]) => all || request.body.has(name))
  if (found.length === 0) refuse('InvalidOptions', 'no option found to get')
  return answer(Object.fromEntries(found))
}
