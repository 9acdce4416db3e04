/** One HTTP call to another party: limits time and size, follows no redirects, keeps secrets out of faults. */
import type { z } from 'zod'
import { SocialFault } from './provider.ts'

/** Time limit in milliseconds for most calls, including reading the response. */
const TIMEOUT_MS = 15_000
/** Far more than 50 videos need. The limit stops an endless response. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_WAIT_MS = 3_600_000
/** Wait in milliseconds if a rate-limited response does not specify one. */
const UNKNOWN_WAIT_MS = 30_000

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined if the text is not valid JSON. */
  readonly body: unknown
}

export interface HttpCall<Answer extends z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** `URLSearchParams` are sent as a form, any other object as JSON. */
  readonly body?: object | undefined
  readonly answer: Answer
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Recognises the other party's own errors. Without a result, the HTTP status decides. */
  readonly faultOf?: (response: HttpResponse) => SocialFault | undefined
}

export interface Answered<Data> {
  readonly data: Data
  readonly headers: Headers
  /** The time of the response by the other party's clock. */
  readonly at: Date
}

/** @throws SocialFault for every failure, including a response that does not match the schema */
export async function callHttp<Answer extends z.ZodType>(call: HttpCall<Answer>): Promise<Answered<z.infer<Answer>>> {
  const { response, text } = await exchange(call)
  const { status, headers } = response
  const body = parsed(text)
  const fault = call.faultOf?.({ status, headers, body }) ?? (response.ok ? undefined : faultOfStatus(status, headers))
  if (fault) throw fault
  const read = call.answer.safeParse(body)
  if (!read.success) throw new SocialFault('unreadable', { status })
  return { data: read.data, headers, at: dateOf(headers) }
}

async function exchange({ method, url, headers, body, timeoutMs = TIMEOUT_MS, signal, fetch: send = fetch }: HttpCall<z.ZodType>) {
  const deadline = AbortSignal.timeout(timeoutMs)
  const isForm = body instanceof URLSearchParams
  try {
    const response = await send(url, {
      method,
      headers: { ...headers, accept: 'application/json', ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      // A redirect could send the token to another host.
      redirect: 'error',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    })
    return { response, text: (await readBytes(response, MAX_BYTES)).toString() }
  } catch (error) {
    // The fault omits the original error, because its message may contain the URL and secrets.
    if (error instanceof SocialFault) throw error
    throw new SocialFault(signal?.aborted ? 'cancelled' : deadline.aborted ? 'timed_out' : 'unreachable')
  }
}

/** @throws SocialFault `unreadable` for more than `most` bytes */
export async function readBytes(response: Response, most: number): Promise<Buffer> {
  if (!response.body) return Buffer.alloc(0)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    if (bytes > most) throw new SocialFault('unreadable', { status: response.status })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON matches no schema.
    return undefined
  }
}

function dateOf(headers: Headers): Date {
  const at = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? new Date() : new Date(at)
}

function faultOfStatus(status: number, headers: Headers): SocialFault {
  if (status === 429) return rateLimited(status, headers)
  if (status === 404) return new SocialFault('not_found', { status })
  return new SocialFault(status >= 500 ? 'server_error' : 'refused', { status })
}

/**
 * A `rate_limited` fault. `Retry-After` counts only in seconds; dates depend on the other party's clock.
 * @param unknownWaitMs wait in milliseconds if the response does not specify one
 */
export function rateLimited(status: number, headers: Headers, unknownWaitMs = UNKNOWN_WAIT_MS): SocialFault {
  const value = headers.get('retry-after')?.trim() ?? ''
  const retryAfterMs = /^\d{1,9}$/.test(value) ? Math.min(Number(value) * 1_000, MAX_WAIT_MS) : unknownWaitMs
  return new SocialFault('rate_limited', { status, retryAfterMs })
}
