import type { ApiRoutes, InputOf, Locale, Method, OutputOf, PathOf, Problem, RouteAt } from '@reelfair/contracts'
import { addressOf, fillPath } from '@reelfair/contracts/address'
import { currentLocale } from '../i18n/i18n.ts'
import { ApiError, loadErrorTable } from './api-error.ts'
import { reportServerDate } from './server-date.ts'

/** Path of a route below `/api`. @example '/campaigns/campaigns/:campaignId' */
export type ApiPath<M extends Method> = PathOf<ApiRoutes, M>
/** A route's path parameters, query and body together. */
export type ApiInput<M extends Method, Path extends string> = InputOf<RouteAt<ApiRoutes, `${M} ${Path}`>>
export type ApiOutput<M extends Method, Path extends string> = OutputOf<RouteAt<ApiRoutes, `${M} ${Path}`>>

interface CallOptions {
  /** All retries of a write share this Idempotency-Key, so the service executes the write at most once. */
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Aborts a request that takes too long. Default: after 15 s. */
  readonly limit?: AbortSignal
}

/** This timeout is longer than the gateway's, so that the gateway's error response arrives first. */
const TIMEOUT_MS = 15_000
/** Maximum wait for the next part of a file. The gateway's limit is shorter. */
const STALL_MS = 35_000

export async function toApiError(response: Response, locale: Locale): Promise<ApiError> {
  const after = Number(response.headers.get('retry-after'))
  const common = { locale, status: response.status, retryAfterSeconds: after > 0 ? after : undefined }
  if (response.headers.get('content-type')?.includes('json')) {
    const problem = await (response.json() as Promise<Partial<Problem>>).catch((): Partial<Problem> => ({}))
    if (problem.code !== undefined && problem.detail !== undefined) {
      // Do not wait for the error table: the response already contains the message in the current language.
      void loadErrorTable()
      const { code, detail: sentence, requestId, details, fields } = problem
      return new ApiError({ ...common, code, sentence, requestId, details, fields })
    }
  }
  // The response may be an HTML page from a proxy in front of the gateway.
  return new ApiError({ ...common, code: 'unreadable_answer' })
}

/**
 * Sends one request. The input fills the path parameters. The remaining fields become the query (GET, DELETE) or the
 * JSON body.
 * @throws AbortError if the caller aborts the request, and ApiError for every other failure
 * @example const campaign = await call('GET', '/campaigns/campaigns/:campaignId', { campaignId })
 */
export const call = <M extends Method, Path extends ApiPath<M>>(method: M, path: Path, input: ApiInput<M, Path>, options?: CallOptions) =>
  send<ApiOutput<M, Path>>(method, path, input, options)

/** Like `call`, but without route types. */
export function send<Output>(method: Method, path: string, input: unknown, options?: CallOptions): Promise<Output> {
  if (method === 'GET' || method === 'DELETE') return request(method, addressOf(path, input), options)
  const { address, rest } = fillPath(path, input)
  return request(method, address, options, rest)
}

export async function request<Output>(method: Method, address: string, options: CallOptions = {}, body?: object): Promise<Output> {
  const { content: text, response } = await exchange(method, address, (answer) => answer.text(), options, body)
  if (text === '') return undefined as Output
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({ code: 'unreadable_answer', status: response.status })
  }
}

/**
 * Sends a POST whose response is a file. A large file may take any length of time, as long as data keeps arriving.
 * @throws like `call`
 * @example const file = await fetchFile('/identity/data-exports/:exportId/file', { exportId, password })
 */
export async function fetchFile<Path extends ApiPath<'POST'>>(path: Path, input: ApiInput<'POST', Path>): Promise<File> {
  const { address, rest } = fillPath(path, input)
  const limit = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => limit.abort(), ms)
  }
  const read = async ({ body }: Response) => {
    const parts: BlobPart[] = []
    const reader = body?.getReader()
    for (;;) {
      wait(STALL_MS)
      const part = await reader?.read()
      if (!part?.value) return parts
      parts.push(part.value)
    }
  }
  wait(TIMEOUT_MS)
  const sent = exchange('POST', address, read, { limit: limit.signal }, rest)
  const { content, response } = await sent.finally(() => clearTimeout(timer))
  const [, name = 'reelfair'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return new File(content, name, { type: response.headers.get('content-type') ?? '' })
}

async function exchange<Content>(
  method: Method,
  address: string,
  read: (response: Response) => Promise<Content>,
  options: CallOptions,
  body?: object,
): Promise<{ readonly content: Content; readonly response: Response }> {
  const { key, signal, limit = AbortSignal.timeout(TIMEOUT_MS) } = options
  const locale = currentLocale()
  const lost = (error: unknown): never => {
    if (signal?.aborted) throw error
    throw new ApiError({ code: limit.aborted ? 'timed_out' : 'network_lost' })
  }
  const response = await fetch(address, {
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

  // The browser may have stored a cacheable response some time ago.
  if (!response.headers.get('cache-control')?.includes('max-age')) reportServerDate(response.headers.get('date'))
  if (!response.ok) throw await toApiError(response, locale)
  return { content: await read(response).catch(lost), response }
}
