/**
 * A write with an Idempotency-Key runs at most once: the key is stored in the transaction of its effects, with the answer. A `repeatable` one is the
 * exception: it runs until it has been answered, and sees to it itself that its effects are one.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Refusal, refuse } from '@reelfair/contracts'
import type { Connection } from 'mongoose'
import type { CollectionSpec } from '../data/collection-spec.ts'
import { isDuplicate } from '../data/faults.ts'
import type { Context, StreamedFile, Tx } from '../service.ts'

/** An answer as it goes over the wire, and as it is kept for a repeat. */
export interface Rendered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; empty for 204. */
  readonly body: string
  /** In place of the body; never kept for a repeat. */
  readonly file?: StreamedFile
  /** The file, opened. */
  readonly stream?: Readable
}

interface RequestRow {
  /** Actor, route and key. */
  readonly _id: string
  readonly bodyHash: string
  readonly at: Date
  readonly answer?: Rendered
}

const KEPT_SECONDS = 48 * 3600

/** A concurrent request with the same key was stored first. */
class Repeated extends Error {
  override readonly name = 'Repeated'
}

/** One request with a key, from its arrival to its answer. */
export interface KeyedRequest {
  readonly id: string
  readonly bodyHash: string
  /** The same for each of its repeats; see `Context`. */
  readonly onceId: string
}

/** @returns the request's identity; `input` is what its schema made of body and parameters, so that order and spacing do not matter. */
export function keyedRequest(actorId: string, route: string, key: string, input: unknown): KeyedRequest {
  const id = `${actorId} ${route} ${key}`
  return { id, bodyHash: createHash('sha256').update(JSON.stringify(input)).digest('base64url'), onceId: uuidOf(id) }
}

/** A UUID of version 8 (RFC 9562): its bits are those of a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const requestsSpec: CollectionSpec = {
  name: 'requests',
  indexes: [{ name: 'at_1', key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }],
}

/** Collection `requests` of a service's database. */
export type Requests = ReturnType<typeof requestStore>

/** @param connection Asked for at each use, for the database may be opened later than the routes are made. */
export function requestStore(connection: () => Connection) {
  const collection = () => connection().collection<RequestRow>(requestsSpec.name)
  return {
    /**
     * The answer that was given before; undefined when there is none and the request may run.
     * @throws Refusal `key_reused` when the key came with something else; `conflict` when it took effect, but its answer was lost with the process
     */
    earlier: async ({ id, bodyHash }: KeyedRequest, repeatable: boolean): Promise<Rendered | undefined> => {
      const row = await collection().findOne({ _id: id })
      if (!row) return undefined
      if (row.bodyHash !== bodyHash) refuse('key_reused')
      return row.answer ?? (repeatable ? undefined : refuse('conflict'))
    },
    /** Stores the key with the effects of its request: of two at the same moment one is refused by the database, and undone. */
    keep: (tx: Tx, { id, bodyHash }: KeyedRequest, at: Date, answer: Rendered | undefined) =>
      unlessRepeated(collection().insertOne({ _id: id, bodyHash, at, ...(answer ? { answer } : {}) }, { session: tx.session })),
    /** Stores the key of a request that may have run before, unless that has been answered meanwhile. */
    keepOpen: (tx: Tx, { id, bodyHash }: KeyedRequest, at: Date) =>
      // One that is answered, or is of something else, does not match; then this is an insertion of an _id that is there.
      unlessRepeated(
        collection().updateOne(
          { _id: id, bodyHash, answer: { $exists: false } },
          { $setOnInsert: { at } },
          { upsert: true, session: tx.session },
        ),
      ),
    /** For a use case whose answer is not what its first transaction returned. */
    answerLater: async ({ id }: KeyedRequest, answer: Rendered) => {
      await collection().updateOne({ _id: id }, { $set: { answer } })
    },
  }
}

async function unlessRepeated(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    throw isDuplicate(error) ? new Repeated() : error
  })
}

interface Once<Result> {
  readonly requests: Requests
  readonly request: KeyedRequest
  /** Whether it runs again when an earlier run has no answer; see `RouteOptions`. */
  readonly repeatable: boolean
  readonly now: () => Date
  readonly transact: Context['transact']
  readonly render: (result: Result) => Rendered
  /** The same for what a transaction returned, which may be something else: then undefined. */
  readonly tryRender: (result: unknown) => Rendered | undefined
  /** Runs the use case with the given way to write. */
  readonly run: (transact: Context['transact']) => Promise<Result>
}

/**
 * Runs a use case once per key, also against repeats at the same moment, and answers a repeat as the first time. What is kept is the answer made of
 * the first transaction's result; a refusal keeps nothing, for it changed nothing. Of a repeatable use case the whole answer is kept, once it is there.
 * @throws Refusal `key_reused`, and what the use case refuses
 */
export async function once<Result>({
  requests,
  request,
  repeatable,
  now,
  transact,
  render,
  tryRender,
  run,
}: Once<Result>): Promise<Rendered> {
  const before = await requests.earlier(request, repeatable)
  if (before) return before

  let first: { readonly result: unknown } | undefined
  const transactOnce: Context['transact'] = async (work) => {
    if (first) return transact(work)
    const result = await transact(async (tx) => {
      const made = await work(tx)
      await (repeatable ? requests.keepOpen(tx, request, now()) : requests.keep(tx, request, now(), tryRender(made)))
      return made
    })
    first = { result }
    return result
  }

  try {
    const result = await run(transactOnce)
    const rendered = render(result)
    if (first && (repeatable || first.result !== result)) await requests.answerLater(request, rendered)
    return rendered
  } catch (error) {
    // The twin may have been stored between our look and the use case's own: then its effect is why we were refused.
    const twin = !first && (error instanceof Repeated || error instanceof Refusal) ? await requests.earlier(request, repeatable) : undefined
    if (twin) return twin
    throw error
  }
}
