/** Calls the external workflow over HTTP with a bearer token. */
import type { z } from 'zod'
import { callHttp, type HttpCall } from './call-http.ts'
import { demandFewIds, type SocialProvider, type VideoMetrics } from './provider.ts'
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

type Request<Answer extends z.ZodType> = Omit<HttpCall<Answer>, 'url' | 'fetch' | 'faultOf'> & { readonly path: string }

/**
 * Creates a client for the workflow. Every response must match its schema.
 * @example const provider = httpProvider({ url: config.WORKFLOW_URL, token: config.WORKFLOW_TOKEN })
 */
export function httpProvider(options: HttpProviderOptions): SocialProvider {
  const { url, token, fetch, verifyTimeoutMs = VERIFY_TIMEOUT_MS, timeoutMs } = options
  const call = async <Answer extends z.ZodType>({ path, headers, ...request }: Request<Answer>) => {
    const sent = { authorization: `Bearer ${token}`, ...headers }
    const { data } = await callHttp({ timeoutMs, ...request, url: `${url}${path}`, headers: sent, fetch })
    return data
  }
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
        signal,
      }),
    listRecentVideos: ({ network, externalId }, { since, cursor }, { signal } = {}) => {
      const query = new URLSearchParams()
      if (since) query.set('since', since.toISOString())
      if (cursor !== undefined) query.set('cursor', cursor)
      const path = `/accounts/${network}/${encodeURIComponent(ExternalId.parse(externalId))}/videos?${query}`
      return call({ method: 'GET', path, answer: VideosAnswer, signal })
    },
    async fetchVideoMetrics({ network }, ids, { signal } = {}) {
      demandFewIds(ids)
      if (ids.length === 0) return new Map()
      const { items } = await call({
        method: 'POST',
        path: '/videos/metrics',
        body: { platform: network, ids },
        answer: VideoMetricsAnswer,
        signal,
      })
      const wanted = new Set(ids)
      return new Map(items.filter(({ id }) => wanted.has(id)).map(({ id, ...metrics }): [string, VideoMetrics] => [id, metrics]))
    },
  }
}
