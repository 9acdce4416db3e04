/** Reads a JSON body within its limit. Own code, for body-parser inflates, guesses charsets and keeps what strangers send in its messages. */
import type { IncomingMessage } from 'node:http'
import { type ErrorCode, Refusal, refuse } from '@reelfair/contracts'

/** A whole body that is read into memory comes within so long; Node's own limit is longer where a server also takes uploads. */
const WHOLE_BODY_MS = 30_000
/** Longest pause within an upload. */
const UPLOAD_PAUSE_MS = 10_000

/** The client went away before its request was whole: nobody is left to be answered. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** @example sizeOf(102_400) // '100 KB' */
export const sizeOf = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : bytes >= 1024 ? `${Math.floor(bytes / 1024)} KB` : `${bytes} B`

/**
 * The object in a request's body; an empty body is an empty object.
 * @throws Refusal `wrong_type`, `too_large`, `malformed_body`; ClientGone
 */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<Record<string, unknown>> {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding, 'transfer-encoding': chunked } = request.headers
  if (chunked === undefined && (length === undefined || length === '0')) return {}
  if (type === undefined || !JSON_TYPE.test(type)) refuse('wrong_type')
  if (encoding !== undefined && encoding !== 'identity') refuse('wrong_type')
  if (Number(length) > limitBytes) refuse('too_large', { limit: sizeOf(limitBytes) })
  const bytes = await readBytes(request, limitBytes)
  const value = bytes.length === 0 ? {} : parse(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('malformed_body')
  return value as Record<string, unknown>
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(strictUtf8.decode(bytes))
  } catch {
    return refuse('malformed_body')
  }
}

/**
 * A body as it came: no type is asked for, nothing is decoded.
 * @throws Refusal `too_large`, `wrong_type` (compressed: a signature is over what was sent); ClientGone
 */
export async function readRaw(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers
  if (encoding !== undefined && encoding !== 'identity') refuse('wrong_type')
  if (Number(length) > limitBytes) refuse('too_large', { limit: sizeOf(limitBytes) })
  return readBytes(request, limitBytes)
}

/** More than any route takes. Schemas, messages and logs then work on small inputs only. */
const MOST_KEYS = 100
const MOST_LEVELS = 10

/**
 * Refuses an input with an object or list of more than 100 entries, or with more than 10 levels, before a schema works through it.
 * @throws Refusal `too_complex`
 */
export function refuseComplex(value: unknown, levels = MOST_LEVELS): void {
  if (typeof value !== 'object' || value === null) return
  const parts = Object.values(value)
  if (levels === 0 || parts.length > MOST_KEYS) refuse('too_complex')
  for (const part of parts) refuseComplex(part, levels - 1)
}

function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limitBytes) chunks.push(chunk)
    else {
      // What still comes is read and dropped by Node after the answer, within the time limit of a request.
      request.removeAllListeners('data')
      request.resume()
      chunks.length = 0
      reject(new Refusal('too_large', { limit: sizeOf(limitBytes) }))
    }
  })
  const late = setTimeout(() => reject(new Refusal('too_slow')), WHOLE_BODY_MS)
  request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
  request.on('error', () => reject(new ClientGone()))
  request.on('close', () => reject(new ClientGone()))
  return promise.finally(() => clearTimeout(late))
}

/**
 * A body piece by piece. What a use case leaves unread is read and dropped by Node after the answer.
 * @throws Refusal `tooLarge`, `too_slow`, `wrong_type` (compressed); ClientGone
 */
export async function* readStream(request: IncomingMessage, limitBytes: number, tooLarge: ErrorCode): AsyncGenerator<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers
  if (encoding !== undefined && encoding !== 'identity') refuse('wrong_type')
  const limit = { limit: sizeOf(limitBytes) }
  if (Number(length) > limitBytes) refuse(tooLarge, limit)
  // Destroyed, the request would take its connection along, and nobody could be told why.
  const pieces = request.iterator({ destroyOnReturn: false })
  let size = 0
  try {
    for (;;) {
      const { done, value } = await inTime(pieces.next())
      if (done) break
      size += (value as Buffer).length
      if (size > limitBytes) refuse(tooLarge, limit)
      yield value as Buffer
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new ClientGone()
  }
  if (!request.complete) throw new ClientGone()
}

async function inTime<T>(piece: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Refusal('too_slow')), UPLOAD_PAUSE_MS)
  try {
    return await Promise.race([piece, promise])
  } finally {
    clearTimeout(late)
    // Given up or not: its fate is nobody's any more.
    piece.catch(() => {})
  }
}
