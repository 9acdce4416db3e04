/**
 * One transaction stores a write's Idempotency-Key, response and effects, so the write runs at most once. A
 * `repeatable` use case reruns until a response is stored, and must make its own effects idempotent.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Refusal, refuse } from '@reelfair/contracts'
import type { Connection } from 'mongoose'
import type { CollectionSpec } from '../data/collection-spec.ts'
import { isDuplicate } from '../data/faults.ts'
import type { Context, StreamedFile, Tx } from '../service.ts'

export interface Rendered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; empty for status 204. */
  readonly body: string
  /** Replaces the body; the database never stores the file. */
  readonly file?: StreamedFile
  readonly stream?: Readable
}

interface RequestRow {
  /** Actor, route and key, separated by spaces. */
  readonly _id: string
  readonly bodyHash: string
  readonly at: Date
  readonly answer?: Rendered
}

const KEPT_SECONDS = 48 * 3600

/** Another request has already stored the same idempotency key. */
class Repeated extends Error {
  override readonly name = 'Repeated'
}

export interface KeyedRequest {
  readonly id: string
  readonly bodyHash: string
  /** All repeats of a request share this id. */
  readonly onceId: string
}

/** @param input the parsed input, in which field order and whitespace no longer matter */
export function keyedRequest(actorId: string, route: string, key: string, input: unknown): KeyedRequest {
  const id = `${actorId} ${route} ${key}`
  return { id, bodyHash: createHash('sha256').update(JSON.stringify(input)).digest('base64url'), onceId: uuidOf(id) }
}

/** Derives a version 8 UUID (RFC 9562) from a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const requestsSpec: CollectionSpec = {
  name: 'requests',
  indexes: [{ name: 'at_1', key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }],
}

export type Requests = ReturnType<typeof requestStore>

/** @param connection called on each use, because the database may open after the routes exist */
export function requestStore(connection: () => Connection) {
  const collection = () => connection().collection<RequestRow>(requestsSpec.name)
  return {
    /**
     * @returns the earlier response; undefined if the request may run
     * @throws Refusal `key_reused` when the key belongs to a different request; `conflict` when the request took effect
     *   but the process died before storing its response
     */
    earlier: async ({ id, bodyHash }: KeyedRequest, repeatable: boolean): Promise<Rendered | undefined> => {
      const row = await collection().findOne({ _id: id })
      if (!row) return undefined
      if (row.bodyHash !== bodyHash) refuse('key_reused')
      return row.answer ?? (repeatable ? undefined : refuse('conflict'))
    },
    /** Stores the key in the request's transaction; the database aborts one of two concurrent requests. */
    keep: (tx: Tx, { id, bodyHash }: KeyedRequest, at: Date, answer: Rendered | undefined) =>
      unlessRepeated(
        tx.unit.run(requestsSpec.name, (options) =>
          collection().insertOne({ _id: id, bodyHash, at, ...(answer ? { answer } : {}) }, options),
        ),
      ),
    /** Stores the key of a request that may have run before, unless a response already exists. */
    keepOpen: (tx: Tx, { id, bodyHash }: KeyedRequest, at: Date) =>
      // The filter does not match if the key belongs to a different request or already has a response; the upsert then
      // fails on the existing _id.
      unlessRepeated(
        tx.unit.run(requestsSpec.name, (options) =>
          collection().updateOne({ _id: id, bodyHash, answer: { $exists: false } }, { $setOnInsert: { at } }, { ...options, upsert: true }),
        ),
      ),
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
  readonly repeatable: boolean
  readonly now: () => Date
  readonly transact: Context['transact']
  readonly render: (result: Result) => Rendered
  /** Undefined if a transaction's result is not a valid response. */
  readonly tryRender: (result: unknown) => Rendered | undefined
  readonly run: (transact: Context['transact']) => Promise<Result>
}

/**
 * Runs a use case once per key, even if repeats arrive concurrently, and gives them the first request's response.
 * Stores the response with the first transaction, or, for a repeatable use case, once the final response exists. A
 * refusal stores nothing.
 * @throws Refusal `key_reused`, and refusals of the use case
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
    // A concurrent repeat that finished after the check above may have caused this refusal.
    const twin = !first && (error instanceof Repeated || error instanceof Refusal) ? await requests.earlier(request, repeatable) : undefined
    if (twin) return twin
    throw error
  }
}
