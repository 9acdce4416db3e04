/**
 * Unit of work and identity map of one transaction. Writes are gathered and sent in bulk: nobody else sees them before
 * the commit, so they only have to precede reads of the same documents. Each document is read once: the transaction
 * reads a snapshot, so only its own writes change a document.
 */
import { Refusal } from '@reelfair/contracts'
import { mongo } from 'mongoose'
import { refusalOf } from './faults.ts'

// biome-ignore lint/suspicious/noExplicitAny: collections of all kinds of documents in one map; each was typed by its own verbs.
type AnyCollection = mongo.Collection<any>
// biome-ignore lint/suspicious/noExplicitAny: as above.
type Write = mongo.AnyBulkWriteOperation<any>

interface Gathered {
  readonly collection: AnyCollection
  readonly writes: Write[]
}

/** A document as the database holds it. */
export type Row = mongo.Document & { readonly _id: string; readonly version: number }

/** Documents by id, own writes included; null if missing. */
type IdentityMap = Map<string, Row | null>

interface UnitOfWork {
  readonly gathered: Map<string, Gathered>
  /** By collection. */
  readonly identityMaps: Map<string, IdentityMap>
  /** An operation is under way. */
  busy: boolean
  closed: boolean
  /** The first failed operation. The transaction is void from then on, also where the work goes on. */
  failure?: { readonly error: unknown }
}

const MOST_GATHERED = 1_000
/** Per collection. When it is full, the map is emptied, and documents are read again. */
const MAX_IN_IDENTITY_MAP = 10_000

const units = new WeakMap<mongo.ClientSession, UnitOfWork>()

/** Begins to gather for a session's next transaction; what an earlier attempt left is forgotten. */
export function openUnit(session: mongo.ClientSession): void {
  units.set(session, { gathered: new Map(), identityMaps: new Map(), busy: false, closed: false })
}

/** Whoever still uses the session's transaction after this is told that it is over. */
export function closeUnit(session: mongo.ClientSession): void {
  const unit = units.get(session)
  if (unit) unit.closed = true
}

function unitOf(session: mongo.ClientSession): UnitOfWork {
  const unit = units.get(session)
  if (!unit || unit.closed) throw new Error('this transaction is over, or was not begun by transact')
  if (unit.failure) throw unit.failure.error
  return unit
}

/** The transaction's documents of one collection. */
export function identityMapOf(session: mongo.ClientSession, collectionName: string): IdentityMap {
  const { identityMaps } = unitOf(session)
  const identityMap = identityMaps.get(collectionName) ?? new Map()
  identityMaps.set(collectionName, identityMap)
  if (identityMap.size >= MAX_IN_IDENTITY_MAP) identityMap.clear()
  return identityMap
}

/** The id that a write is about, and what is there once it is done. */
function resultOf(write: Write): readonly [id: string, row: Row | null] {
  if ('insertOne' in write) return [write.insertOne.document._id, write.insertOne.document]
  if ('replaceOne' in write) return [write.replaceOne.filter._id, write.replaceOne.replacement as Row]
  if ('deleteOne' in write) return [write.deleteOne.filter._id, null]
  throw new Error(`a unit of work sends no ${Object.keys(write)[0]}`)
}

export async function gather(session: mongo.ClientSession, collection: AnyCollection, write: Write): Promise<void> {
  const unit = unitOf(session)
  identityMapOf(session, collection.collectionName).set(...resultOf(write))
  const gathered = unit.gathered.get(collection.collectionName) ?? { collection, writes: [] }
  unit.gathered.set(collection.collectionName, gathered)
  gathered.writes.push(write)
  if (gathered.writes.length >= MOST_GATHERED) await exclusively(unit, () => send(session, gathered))
}

/**
 * Runs one operation in the transaction, after the writes gathered for its collection.
 * @param ids the only documents that the operation reads; gathered writes to other documents wait
 */
export async function inTurn<T>(
  session: mongo.ClientSession,
  collectionName: string,
  operation: () => Promise<T>,
  ids?: readonly string[],
): Promise<T> {
  const unit = unitOf(session)
  return exclusively(unit, async () => {
    const gathered = unit.gathered.get(collectionName)
    const needsFlush = ids ? gathered?.writes.some((write) => ids.includes(resultOf(write)[0])) : true
    if (gathered && needsFlush) await send(session, gathered)
    try {
      return await operation()
    } catch (error) {
      throw refusalOf(error)
    }
  })
}

/** Sends all that was gathered, in one round trip; before the commit. */
export async function sendAll(client: mongo.MongoClient, session: mongo.ClientSession): Promise<void> {
  const unit = unitOf(session)
  const waiting = [...unit.gathered.values()].filter(({ writes }) => writes.length > 0)
  const [only, ...others] = waiting
  if (only)
    await exclusively(unit, () => (others.length === 0 && isOfOneKind(only) ? send(session, only) : sendTogether(client, session, waiting)))
}

/** Whether the driver sends them as one command. */
const isOfOneKind = ({ writes }: Gathered) => new Set(writes.map((write) => Object.keys(write)[0])).size === 1

/**
 * What a transaction comes to that read nothing and writes a single document: that write, which needs no transaction to be whole.
 * @returns undefined for every other one
 */
export function soleWrite(session: mongo.ClientSession): (() => Promise<void>) | undefined {
  const unit = unitOf(session)
  const [only, ...others] = [...unit.gathered.values()].filter(({ writes }) => writes.length > 0)
  // Starting: the server has not heard of it, by whatever way the session was used. The driver's types leave it out; without it this is never the case.
  const { transaction } = session as { readonly transaction?: { readonly isStarting?: boolean } }
  if (!transaction?.isStarting || !only || only.writes.length > 1 || others.length > 0) return undefined
  return () => send(undefined, only)
}

// MongoDB's sessions break in odd ways when used in parallel; this says it at once, at the place.
async function exclusively<T>(unit: UnitOfWork, operation: () => Promise<T>): Promise<T> {
  if (unit.busy) throw new Error('two operations of one transaction at the same time: await each of them, no Promise.all inside transact')
  unit.busy = true
  try {
    return await operation()
  } catch (error) {
    unit.failure ??= { error }
    throw error
  } finally {
    unit.busy = false
  }
}

async function send(session: mongo.ClientSession | undefined, gathered: Gathered): Promise<void> {
  const { collection, writes } = gathered
  if (writes.length === 0) return
  const expected = countOf([gathered])
  const result = await collection
    .bulkWrite(writes.splice(0), session ? { session, ordered: true } : { writeConcern: { w: 'majority' } })
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  demandAll(expected, result, collection.collectionName)
}

async function sendTogether(client: mongo.MongoClient, session: mongo.ClientSession, waiting: readonly Gathered[]): Promise<void> {
  const expected = countOf(waiting)
  const names = waiting.map(({ collection }) => collection.collectionName).join(', ')
  const all = waiting.flatMap(({ collection, writes }) => writes.splice(0).map((write) => modelOf(collection.namespace, write)))
  const result = await client.bulkWrite(all, { session, ordered: true }).catch((error: unknown) => {
    throw refusalOf(causeOf(error))
  })
  demandAll(expected, result, names)
}

function modelOf(namespace: string, write: Write): mongo.AnyClientBulkWriteModel<mongo.Document> {
  if ('insertOne' in write) return { name: 'insertOne', namespace, document: write.insertOne.document }
  if ('replaceOne' in write) {
    const { filter, replacement } = write.replaceOne
    return { name: 'replaceOne', namespace, filter, replacement }
  }
  if ('deleteOne' in write) return { name: 'deleteOne', namespace, filter: write.deleteOne.filter }
  throw new Error(`a unit of work sends no ${Object.keys(write)[0]}`)
}

/** The server's own error. The driver wraps it in one that has neither its code nor its labels. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return error
  const [refused] = error.writeErrors.values()
  return refused ? new mongo.MongoServerError({ code: refused.code, message: refused.message }) : (error.cause ?? error)
}

interface Count {
  readonly matchedCount: number
  readonly deletedCount: number
}

function countOf(gathered: readonly Gathered[]): Count {
  const all = gathered.flatMap(({ writes }) => writes)
  return {
    matchedCount: all.filter((write) => 'replaceOne' in write).length,
    deletedCount: all.filter((write) => 'deleteOne' in write).length,
  }
}

/** @throws Refusal `conflict` where a document was changed or removed by others since it was read */
function demandAll(expected: Count, done: Count, collection: string): void {
  if (done.matchedCount !== expected.matchedCount || done.deletedCount !== expected.deletedCount)
    throw new Refusal('conflict', { collection })
}
