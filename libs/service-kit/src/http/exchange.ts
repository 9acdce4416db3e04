import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { errorTable, type Locale, Refusal } from '@reelfair/contracts'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isUnavailable, TransactionTimeout } from '../data/faults.ts'
import { ClientDisconnected } from './body.ts'
import { localeOf } from './locale.ts'
import { headersOf, renderProblem } from './problem.ts'
import type { Rendered } from './requests.ts'

export interface Front {
  readonly log: Logger
  /** Contains only known fields, so the log does not need to redact secrets. */
  readonly accessLog: Logger
  readonly newId: () => string
  /** Records a route's duration in seconds under the route's pattern, never the path. */
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
  readonly edgeHeaders: () => Readonly<Record<string, string>>
  /** While the service is stopping, connections close after each response. */
  readonly draining: () => boolean
}

export interface Exchange {
  readonly id: string
  readonly locale: Locale
  route: string
  actorId?: string
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Logs one line, without path, headers or body, when the response is sent or the client has disconnected. */
export function beginExchange(front: Front, request: IncomingMessage, response: ServerResponse, route: string): Exchange {
  const given = request.headers['x-request-id']
  const exchange: Exchange = {
    id: typeof given === 'string' && UUID.test(given) ? given : front.newId(),
    locale: localeOf(request.headers['accept-language']),
    route,
  }
  const began = performance.now()
  const method = request.method ?? ''
  response.on('close', () => {
    // 499 as in nginx: the client closed the connection before the response.
    const status = response.headersSent ? response.statusCode : 499
    const ms = performance.now() - began
    front.observe(method, exchange.route, status, ms / 1000)
    front.accessLog.info(
      { requestId: exchange.id, method, route: exchange.route, status, ms: Math.round(ms * 100) / 100, actorId: exchange.actorId },
      'request answered',
    )
  })
  return exchange
}

/** Sends a response that no cache may store. */
export function send(front: Front, response: ServerResponse, exchange: Exchange, { status, headers, body, stream }: Rendered): void {
  if (response.headersSent || response.destroyed) {
    stream?.destroy()
    return
  }
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'X-Request-Id': exchange.id,
    ...(front.draining() ? { Connection: 'close' } : undefined),
    ...(body === '' ? undefined : { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  })
  if (!stream) response.end(body)
  else {
    // Only closing the connection can show the client that a response that has already started is incomplete.
    pipeline(stream, response, (error) => {
      if (error && !response.writableFinished && stream.errored)
        front.log.warn({ requestId: exchange.id, route: exchange.route, error }, 'response stream failed')
    })
  }
}

/** Responds with a refusal's code, with 503 if the database or bus is down, and otherwise with 500. */
export function sendError(front: Front, response: ServerResponse, exchange: Exchange, thrown: unknown): void {
  if (thrown instanceof ClientDisconnected) return
  sendRefusal(front, response, exchange, refusalOf(front, exchange, thrown))
}

export function sendRefusal(front: Front, response: ServerResponse, exchange: Exchange, refusal: Refusal): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  send(front, response, exchange, {
    ...renderProblem(refusal, exchange.locale, exchange.id),
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...headersOf(refusal.code, refusal.details) },
  })
}

function refusalOf({ log }: Front, exchange: Exchange, thrown: unknown): Refusal {
  const at = { requestId: exchange.id, route: exchange.route }
  if (thrown instanceof Refusal) {
    if (errorTable[thrown.code].status >= 500) log.error({ ...at, error: thrown }, 'request failed')
    return thrown
  }
  // Other transactions, perhaps from a dead process, blocked this one until it timed out, so it stored nothing.
  if (isUnavailable(thrown) || thrown instanceof TransactionTimeout) {
    log.warn({ ...at, error: thrown }, 'request failed; database or bus unavailable')
    return new Refusal('unavailable')
  }
  if (isExpressBadRequest(thrown)) return new Refusal('malformed_body')
  log.error({ ...at, error: thrown instanceof z.ZodError ? withoutValues(thrown) : thrown }, 'request failed unexpectedly')
  return new Refusal('internal')
}

/** Express throws this error for a path with an invalid escape sequence such as `%E0%A4%A`. */
const isExpressBadRequest = (thrown: unknown): boolean =>
  thrown instanceof URIError || (thrown instanceof Error && 'status' in thrown && thrown.status === 400)

const MAX_LOGGED = 20

const withoutValues = (error: z.ZodError): Error => {
  const faulty = error.issues.slice(0, MAX_LOGGED).map(({ path, code }) => `${path.join('.')} (${code})`)
  const replacement = new Error(`output does not match its schema: ${faulty.join(', ')}`)
  replacement.stack = error.stack ?? replacement.message
  return replacement
}
