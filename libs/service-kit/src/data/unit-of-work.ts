/**
 * Unit of work and identity map of one transaction. Other transactions cannot see writes before the commit, so the unit
 * buffers writes and sends them in bulk, at the latest before it reads the same document. The transaction reads a
 * snapshot, so it reads each document only once.
 */
import { Refusal } from '@reelfair/contracts'
import { mongo } from 'mongoose'
import { refusalOf } from './faults.ts'

// biome-ignore lint/suspicious/noExplicitAny: one map holds collections of all document types; callers are typed.
type AnyCollection = mongo.Collection<any>
// biome-ignore lint/suspicious/noExplicitAny: as above.
type Write = mongo.AnyBulkWriteOperation<any>

interface WriteBuffer {
  readonly collection: AnyCollection
  readonly writes: Write[]
}

export type Row = mongo.Document & { readonly _id: string; readonly version: number }

/** Documents by id, including the transaction's own writes; null if missing. */
type IdentityMap = Map<string, Row | null>

const MAX_BUFFERED = 1_000
/** Maximum number of documents per collection. A full map is cleared, and documents are then read again. */
const MAX_IN_IDENTITY_MAP = 10_000

/** A transaction's handle. Only this class knows the session, so no operation can bypass the unit of work. */
export class UnitOfWork {
  readonly #session: mongo.ClientSession
  readonly #buffers = new Map<string, WriteBuffer>()
  readonly #identityMaps = new Map<string, IdentityMap>()
  readonly #afterCommit: (() => void)[] = []
  #isBusy = false
  #hasContactedServer = false
  #isClosed = false
  /** The first failed operation. The transaction then fails, even if the work continues. */
  #failure: { readonly error: unknown } | undefined

  constructor(session: mongo.ClientSession) {
    this.#session = session
  }

  /**
   * Runs `effect` once after the commit, even if the work runs several times, and never after a rollback. For counters
   * and log lines; it must not throw.
   * @example tx.unit.afterCommit(() => log.warn({ item }, 'item failed'))
   */
  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect)
  }

  runAfterCommit(): void {
    for (const effect of this.#afterCommit) effect()
  }

  /** Makes any later use throw. */
  close(): void {
    this.#isClosed = true
  }

  identityMap(collectionName: string): IdentityMap {
    this.#requireUsable()
    const identityMap = this.#identityMaps.get(collectionName) ?? new Map<string, Row | null>()
    this.#identityMaps.set(collectionName, identityMap)
    if (identityMap.size >= MAX_IN_IDENTITY_MAP) identityMap.clear()
    return identityMap
  }

  async write(collection: AnyCollection, write: Write): Promise<void> {
    const name = collection.collectionName
    this.identityMap(name).set(...resultOf(write))
    const buffer = this.#buffers.get(name) ?? { collection, writes: [] }
    this.#buffers.set(name, buffer)
    buffer.writes.push(write)
    if (buffer.writes.length >= MAX_BUFFERED) await this.#exclusively(() => send(this.#session, buffer))
  }

  /**
   * Sends the collection's buffered writes, then runs one operation in the transaction.
   * @param operation must pass its options on to the driver
   * @param ids the only documents that the operation reads; buffered writes to other documents stay pending
   */
  async run<T>(
    collectionName: string,
    operation: (options: { readonly session: mongo.ClientSession }) => Promise<T>,
    ids?: readonly string[],
  ): Promise<T> {
    this.#requireUsable()
    return this.#exclusively(async () => {
      const session = this.#session
      const buffer = this.#buffers.get(collectionName)
      const needsFlush = ids ? buffer?.writes.some((write) => ids.includes(resultOf(write)[0])) : true
      if (buffer && needsFlush) await send(session, buffer)
      try {
        return await operation({ session })
      } catch (error) {
        throw refusalOf(error)
      }
    })
  }

  async sendAll(client: mongo.MongoClient): Promise<void> {
    this.#requireUsable()
    const waiting = this.#waiting()
    const [only, ...others] = waiting
    if (only)
      await this.#exclusively(() =>
        others.length === 0 && isOfOneKind(only) ? send(this.#session, only) : sendTogether(client, this.#session, waiting),
      )
  }

  /**
   * Returns the only write of a transaction that has not contacted the server; undefined for any other transaction. A
   * single write is atomic even without a transaction.
   */
  soleWrite(): (() => Promise<void>) | undefined {
    this.#requireUsable()
    const [only, ...others] = this.#waiting()
    if (this.#hasContactedServer || !only || only.writes.length > 1 || others.length > 0) return undefined
    return () => send(undefined, only)
  }

  #waiting(): WriteBuffer[] {
    return [...this.#buffers.values()].filter(({ writes }) => writes.length > 0)
  }

  #requireUsable(): void {
    if (this.#isClosed) throw new Error('transaction is over')
    if (this.#failure) throw this.#failure.error
  }

  // MongoDB sessions fail unpredictably under parallel use. This check throws at the point of the mistake.
  async #exclusively<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#isBusy) throw new Error('two concurrent operations in one transaction: await each of them, no Promise.all inside transact')
    this.#isBusy = true
    this.#hasContactedServer = true
    try {
      return await operation()
    } catch (error) {
      this.#failure ??= { error }
      throw error
    } finally {
      this.#isBusy = false
    }
  }
}

/** Returns the written document's id and the row after the write. */
function resultOf(write: Write): readonly [id: string, row: Row | null] {
  if ('insertOne' in write) return [write.insertOne.document._id, write.insertOne.document]
  if ('replaceOne' in write) return [write.replaceOne.filter._id, write.replaceOne.replacement as Row]
  if ('deleteOne' in write) return [write.deleteOne.filter._id, null]
  throw new Error(`unit of work cannot send ${Object.keys(write)[0]}`)
}

/** The driver sends writes of one kind as a single command. */
const isOfOneKind = ({ writes }: WriteBuffer) => new Set(writes.map((write) => Object.keys(write)[0])).size === 1

async function send(session: mongo.ClientSession | undefined, buffer: WriteBuffer): Promise<void> {
  const { collection, writes } = buffer
  if (writes.length === 0) return
  const expected = countOf([buffer])
  const result = await collection
    .bulkWrite(writes.splice(0), session ? { session, ordered: true } : { writeConcern: { w: 'majority' } })
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  requireAllMatched(expected, result, collection.collectionName)
}

async function sendTogether(client: mongo.MongoClient, session: mongo.ClientSession, waiting: readonly WriteBuffer[]): Promise<void> {
  const expected = countOf(waiting)
  const names = waiting.map(({ collection }) => collection.collectionName).join(', ')
  const all = waiting.flatMap(({ collection, writes }) => writes.splice(0).map((write) => modelOf(collection.namespace, write)))
  const result = await client.bulkWrite(all, { session, ordered: true }).catch((error: unknown) => {
    throw refusalOf(causeOf(error))
  })
  requireAllMatched(expected, result, names)
}

function modelOf(namespace: string, write: Write): mongo.AnyClientBulkWriteModel<mongo.Document> {
  if ('insertOne' in write) return { name: 'insertOne', namespace, document: write.insertOne.document }
  if ('replaceOne' in write) {
    const { filter, replacement } = write.replaceOne
    return { name: 'replaceOne', namespace, filter, replacement }
  }
  if ('deleteOne' in write) return { name: 'deleteOne', namespace, filter: write.deleteOne.filter }
  throw new Error(`unit of work cannot send ${Object.keys(write)[0]}`)
}

/** Unwraps the server's error, because the driver's wrapper lacks its code and labels. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return error
  const [refused] = error.writeErrors.values()
  return refused ? new mongo.MongoServerError({ code: refused.code, message: refused.message }) : (error.cause ?? error)
}

interface Count {
  readonly matchedCount: number
  readonly deletedCount: number
}

function countOf(buffers: readonly WriteBuffer[]): Count {
  const all = buffers.flatMap(({ writes }) => writes)
  return {
    matchedCount: all.filter((write) => 'replaceOne' in write).length,
    deletedCount: all.filter((write) => 'deleteOne' in write).length,
  }
}

/** @throws Refusal `conflict` if another transaction changed or removed a document since it was read */
function requireAllMatched(expected: Count, done: Count, collection: string): void {
  if (done.matchedCount !== expected.matchedCount || done.deletedCount !== expected.deletedCount)
    throw new Refusal('conflict', { collection })
}
