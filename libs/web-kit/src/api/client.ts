import type { Locale, Problem, ServiceName } from '@reelfair/contracts'
import { setHouseClock } from '@reelfair/ui'
import { currentLocale } from '../i18n/i18n.ts'
import { ApiError, bringSentences } from './api-error.ts'

/** `/<service>/<path of its route>`; the gateway adds nothing else than `/api`. */
export type ApiPath = `/${ServiceName}/${string}`

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

interface CallOptions {
  readonly query?: QueryValues | undefined
  readonly body?: unknown
  /** Makes a write happen at most once: the same key for every repetition of the same attempt. */
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Above the gateway's own limit, so that its coded answer arrives first. */
const TIMEOUT_MS = 15_000

/** Where a read is, as the browser asks for it. */
export function addressOf(path: ApiPath, query: QueryValues): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** What an answer that is no success says; every way of asking reads it so. */
export async function refusalOf(response: Response, locale: Locale): Promise<ApiError> {
  const after = Number(response.headers.get('retry-after'))
  const common = { locale, status: response.status, retryAfterSeconds: after > 0 ? after : undefined }
  if (response.headers.get('content-type')?.includes('json')) {
    const problem = await (response.json() as Promise<Partial<Problem>>).catch((): Partial<Problem> => ({}))
    if (problem.code !== undefined && problem.detail !== undefined) {
      // Not waited for: the sentence in the language of now is in the answer.
      void bringSentences()
      const { code, detail: sentence, requestId, details, fields } = problem
      return new ApiError({ ...common, code, sentence, requestId, details, fields })
    }
  }
  // A proxy's page between us and the gateway.
  return new ApiError({ ...common, code: 'unreadable_answer' })
}

/**
 * One request to a service. Knows no screen: every failure is thrown as a coded ApiError, and a request that the caller aborts as its AbortError.
 * @throws ApiError
 * @example const me = await call<Me>('GET', '/identity/me')
 */
export async function call<Result>(method: Method, path: ApiPath, options: CallOptions = {}): Promise<Result> {
  const { query = {}, body, key, signal, timeoutMs = TIMEOUT_MS } = options
  const limit = AbortSignal.timeout(timeoutMs)
  const locale = currentLocale()
  const lost = (error: unknown): never => {
    if (signal?.aborted) throw error
    throw new ApiError({ code: limit.aborted ? 'timed_out' : 'network_lost' })
  }
  const response = await fetch(addressOf(path, query), {
    method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: {
      accept: 'application/json',
      'accept-language': locale,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(lost)

  setHouseClock(response.headers.get('date'))
  if (!response.ok) throw await refusalOf(response, locale)
  const text = await response.text().catch(lost)
  if (text === '') return undefined as Result
  try {
    return JSON.parse(text) as Result
  } catch {
    throw new ApiError({ code: 'unreadable_answer', status: response.status })
  }
}
