/**
 * Reads request bodies within their limits. Replaces body-parser, which inflates bodies, guesses charsets and quotes
 * client input in its messages.
 */
import type { IncomingMessage } from 'node:http'
import { type ErrorCode, Refusal, refuse } from '@reelfair/contracts'
import { withTimeout } from '../with-timeout.ts'

/** Node's own time limit is longer on servers that accept uploads. */
const WHOLE_BODY_MS = 30_000
/** Longest allowed pause between two chunks of an upload. */
const UPLOAD_PAUSE_MS = 10_000

/** The client disconnected before its request was complete, so no response is possible. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected'
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

const sizeOf = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : bytes >= 1024 ? `${Math.floor(bytes / 1024)} KB` : `${bytes} B`

/**
 * @returns the object in the body; an empty object for an empty body
 * @throws Refusal `wrong_type`, `too_large`, `malformed_body`; ClientDisconnected
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
 * Reads the body without decoding it.
 * @throws Refusal `too_large`; `wrong_type` for a compressed body, because the signature covers the bytes as sent;
 *   ClientDisconnected
 */
export async function readRaw(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers
  if (encoding !== undefined && encoding !== 'identity') refuse('wrong_type')
  if (Number(length) > limitBytes) refuse('too_large', { limit: sizeOf(limitBytes) })
  return readBytes(request, limitBytes)
}

/** No route needs more. These limits keep inputs small enough for schemas, messages and logs. */
const MAX_KEYS = 100
const MAX_LEVELS = 10

/**
 * Refuses complex input before a schema processes it.
 * @throws Refusal `too_complex` for more than 100 entries in any object or list, or more than 10 levels of nesting
 */
export function refuseComplex(value: unknown, levels = MAX_LEVELS): void {
  if (typeof value !== 'object' || value === null) return
  const parts = Object.values(value)
  if (levels === 0 || parts.length > MAX_KEYS) refuse('too_complex')
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
      // After the response, Node reads and drops the remaining data within the request's time limit.
      request.removeAllListeners('data')
      request.resume()
      chunks.length = 0
      reject(new Refusal('too_large', { limit: sizeOf(limitBytes) }))
    }
  })
  request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
  request.on('error', () => reject(new ClientDisconnected()))
  request.on('close', () => reject(new ClientDisconnected()))
  return withTimeout(promise, WHOLE_BODY_MS, () => refuse('too_slow'))
}

/**
 * Yields a body in chunks. After the response, Node reads and drops the rest.
 * @throws Refusal `tooLarge`, `too_slow`, `wrong_type` (compressed); ClientDisconnected
 */
export async function* readStream(request: IncomingMessage, limitBytes: number, tooLarge: ErrorCode): AsyncGenerator<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers
  if (encoding !== undefined && encoding !== 'identity') refuse('wrong_type')
  const limit = { limit: sizeOf(limitBytes) }
  if (Number(length) > limitBytes) refuse(tooLarge, limit)
  // Destroying the request would close the connection before the refusal is sent.
  const pieces = request.iterator({ destroyOnReturn: false })
  let size = 0
  try {
    for (;;) {
      const { done, value } = await withTimeout(pieces.next(), UPLOAD_PAUSE_MS, () => refuse('too_slow'))
      if (done) break
      size += (value as Buffer).length
      if (size > limitBytes) refuse(tooLarge, limit)
      yield value as Buffer
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new ClientDisconnected()
  }
  if (!request.complete) throw new ClientDisconnected()
}
