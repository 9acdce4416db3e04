/** Calls the external workflow over HTTP with a bearer token. */
import type { z } from 'zod'
import { MAX_METRICS_IDS, SocialFault, type SocialProvider, type VideoMetrics } from './provider.ts'
import { AccountStatsAnswer, ExternalId, VerificationAnswer, VideoMetricsAnswer, VideosAnswer } from './shapes.ts'

export interface HttpProviderOptions {
  /** Base URL of the workflow, without a trailing slash. */
  readonly url: string
  readonly token: string
  /** Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch
  /**
   * Time limit in milliseconds for a verification, including reading the response.
   * @source specification §9: abort 60 s
   */
  readonly verifyTimeoutMs?: number
  /** Time limit in milliseconds for any other call. */
  readonly timeoutMs?: number
}

const VERIFY_TIMEOUT_MS = 60_000
const TIMEOUT_MS = 15_000
/** Far more than 50 videos need. The limit stops an endless response. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_WAIT_MS = 3_600_000
/** Wait in milliseconds if a rate-limited response does not specify one. */
const UNKNOWN_WAIT_MS = 30_000

interface Request<Answer extends z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Record<string, string>
  readonly answer: Answer
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Creates a client for the workflow. Every response must match its schema.
 * @example const provider = httpProvider({ url: config.WORKFLOW_URL, token: config.WORKFLOW_TOKEN })
 */
export function httpProvider(options: HttpProviderOptions): SocialProvider {
  const { verifyTimeoutMs = VERIFY_TIMEOUT_MS, timeoutMs = TIMEOUT_MS } = options
  const call = <Answer extends z.ZodType>(request: Request<Answer>) => send(options, request)
  return {
    verifyBioCode: ({ attemptId, userId, username, code, network, timestamp, userAgent, origin }, { signal } = {}) =>
      call({
        method: 'POST',
        path: '/verify',
        body: { userId, username, code, platform: network, timestamp: timestamp.toISOString(), userAgent, origin },
        headers: { 'idempotency-key': attemptId },
        answer: VerificationAnswer,
        timeoutMs: verifyTimeoutMs,
        signal,
      }),
    fetchAccountStats: ({ network, ...named }, { signal } = {}) =>
      call({
        method: 'POST',
        path: '/accounts/stats',
        body: { platform: network, ...named },
        answer: AccountStatsAnswer,
        timeoutMs,
        signal,
      }),
    listRecentVideos: ({ network, externalId }, { since, cursor }, { signal } = {}) => {
      const query = new URLSearchParams()
      if (since) query.set('since', since.toISOString())
      if (cursor !== undefined) query.set('cursor', cursor)
      const path = `/accounts/${network}/${encodeURIComponent(ExternalId.parse(externalId))}/videos?${query}`
      return call({ method: 'GET', path, answer: VideosAnswer, timeoutMs, signal })
    },
    async fetchVideoMetrics(network, ids, { signal } = {}) {
      if (ids.length > MAX_METRICS_IDS) throw new RangeError(`at most ${MAX_METRICS_IDS} videos per call, got ${ids.length}`)
      if (ids.length === 0) return new Map()
      const { items } = await call({
        method: 'POST',
        path: '/videos/metrics',
        body: { platform: network, ids },
        answer: VideoMetricsAnswer,
        timeoutMs,
        signal,
      })
      const wanted = new Set(ids)
      return new Map(items.filter(({ id }) => wanted.has(id)).map(({ id, ...metrics }): [string, VideoMetrics] => [id, metrics]))
    },
  }
}

async function send<Answer extends z.ZodType>(
  { url, token, fetch: ask = fetch }: HttpProviderOptions,
  { method, path, body, headers, answer, timeoutMs, signal }: Request<Answer>,
): Promise<z.infer<Answer>> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const ends = signal ? AbortSignal.any([deadline, signal]) : deadline
  const faultOf = (): SocialFault => new SocialFault(signal?.aborted ? 'cancelled' : deadline.aborted ? 'timed_out' : 'unreachable')
  let response: Response
  let text: string
  try {
    response = await ask(`${url}${path}`, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // A redirect could send the token to another host.
      redirect: 'error',
      signal: ends,
    })
    text = await readText(response)
  } catch (error) {
    // The fault omits the original error, because its message may contain the URL and secrets.
    throw error instanceof SocialFault ? error : faultOf()
  }
  if (!response.ok) throw refusalOf(response)
  const read = answer.safeParse(parsed(text))
  if (!read.success) throw new SocialFault('unreadable', { status: response.status })
  return read.data
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new SocialFault('unreadable', { status: response.status })
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON matches no schema.
    return undefined
  }
}

function refusalOf({ status, headers }: Response): SocialFault {
  if (status === 429) return new SocialFault('rate_limited', { status, retryAfterMs: retryAfter(headers.get('retry-after')) })
  if (status === 404) return new SocialFault('not_found', { status })
  return new SocialFault(status >= 500 ? 'server_error' : 'refused', { status })
}

/** Parses `Retry-After` in seconds. Ignores dates, because they depend on the server's clock. */
function retryAfter(value: string | null): number {
  const seconds = value !== null && /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined
  return seconds === undefined ? UNKNOWN_WAIT_MS : Math.min(seconds * 1_000, MAX_WAIT_MS)
}
