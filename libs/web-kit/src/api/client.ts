import type { Locale, Problem, ServiceName } from '@reelfair/contracts'
import { setServerClock } from '@reelfair/ui'
import { currentLocale } from '../i18n/i18n.ts'
import { ApiError, loadErrorTable } from './api-error.ts'

/** `/<service>/<route path>`; the gateway serves it under `/api`. */
export type ApiPath = `/${ServiceName}/${string}`

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

interface CallOptions {
  readonly query?: QueryValues | undefined
  readonly body?: unknown
  /** Idempotency-Key. All retries of a write share it, so that the service executes the write at most once. */
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Longer than the gateway's own limit, so that its error response arrives first. */
const TIMEOUT_MS = 15_000

/** The path and query of a read, as the browser requests it. */
export function addressOf(path: ApiPath, query: QueryValues): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Converts an error response into an ApiError, for `fetch` and for uploads. */
export async function toApiError(response: Response, locale: Locale): Promise<ApiError> {
  const after = Number(response.headers.get('retry-after'))
  const common = { locale, status: response.status, retryAfterSeconds: after > 0 ? after : undefined }
  if (response.headers.get('content-type')?.includes('json')) {
    const problem = await (response.json() as Promise<Partial<Problem>>).catch((): Partial<Problem> => ({}))
    if (problem.code !== undefined && problem.detail !== undefined) {
      // Not awaited: the response already contains the message in the current language.
      void loadErrorTable()
      const { code, detail: sentence, requestId, details, fields } = problem
      return new ApiError({ ...common, code, sentence, requestId, details, fields })
    }
  }
  // For example an HTML page from a proxy in front of the gateway.
  return new ApiError({ ...common, code: 'unreadable_answer' })
}

/**
 * Sends one request to a service. Every failure is thrown as an ApiError, except that a request aborted by the caller
 * throws an AbortError.
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

  setServerClock(response.headers.get('date'))
  if (!response.ok) throw await toApiError(response, locale)
  const text = await response.text().catch(lost)
  if (text === '') return undefined as Result
  try {
    return JSON.parse(text) as Result
  } catch {
    throw new ApiError({ code: 'unreadable_answer', status: response.status })
  }
}
