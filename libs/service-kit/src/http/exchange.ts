/** One request and its answer: its id, its line in the log, its share of the figures, and how it ends. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { errorTable, type Locale, Refusal } from '@reelfair/contracts'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isUnavailable, TransactionTimeout } from '../data/faults.ts'
import { ClientGone } from './body.ts'
import { localeOf } from './locale.ts'
import { headersOf, renderProblem } from './problem.ts'
import type { Rendered } from './requests.ts'

/** What all requests of a service share. */
export interface Front {
  readonly log: Logger
  /** One line per request with known fields only, so it does without the search for secrets. */
  readonly accessLog: Logger
  readonly newId: () => string
  /** Seconds that a route took, under its pattern, never its address. */
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
  /** On every answer: the edge's. */
  readonly always: () => Readonly<Record<string, string>>
  /** True once the service stops: connections are not kept then. */
  readonly draining: () => boolean
}

export interface Exchange {
  readonly id: string
  readonly locale: Locale
  /** The route's pattern, for the log. */
  route: string
  actorId?: string
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Begins an exchange; when its answer is sent or its client gone, it is logged in one line: no address, no header, no body. */
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
    // 499 as nginx has it: the client closed the connection before there was an answer.
    const status = response.headersSent ? response.statusCode : 499
    const ms = performance.now() - began
    front.observe(method, exchange.route, status, ms / 1000)
    front.accessLog.info(
      { requestId: exchange.id, method, route: exchange.route, status, ms: Math.round(ms * 100) / 100, actorId: exchange.actorId },
      'answered',
    )
  })
  return exchange
}

/** Sends an answer; nothing is ever kept by a cache on the way. */
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
    // The answer has begun, so there is nobody left to be told: the connection is cut, and the client sees that something is missing.
    pipeline(stream, response, (error) => {
      if (error && !response.writableFinished && stream.errored)
        front.log.warn({ requestId: exchange.id, route: exchange.route, error }, 'an answer broke off')
    })
  }
}

/** Answers whatever was thrown: a refusal by its code, an absent database or bus with 503, a bug with 500 and one line that holds its stack. */
export function sendError(front: Front, response: ServerResponse, exchange: Exchange, thrown: unknown): void {
  if (thrown instanceof ClientGone) return
  sendRefusal(front, response, exchange, refusalOf(front, exchange, thrown))
}

/** Answers a refusal, of which nothing more is logged. */
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
    if (errorTable[thrown.code].status >= 500) log.error({ ...at, error: thrown }, 'refused by a fault')
    return thrown
  }
  // A transaction that took too long was held up by others, perhaps by a process that is dead, and stored nothing.
  if (isUnavailable(thrown) || thrown instanceof TransactionTimeout) {
    log.warn({ ...at, error: thrown }, 'the database or the bus is away or held up')
    return new Refusal('unavailable')
  }
  if (isExpressBadRequest(thrown)) return new Refusal('malformed_body')
  log.error({ ...at, error: thrown instanceof z.ZodError ? withoutValues(thrown) : thrown }, 'a bug')
  return new Refusal('internal')
}

/** Express says so of an address with a broken escape, `%E0%A4%A`. */
const isExpressBadRequest = (thrown: unknown): boolean =>
  thrown instanceof URIError || (thrown instanceof Error && 'status' in thrown && thrown.status === 400)

/** Issues of one answer that the log names. */
const MOST_LOGGED = 20

/** An output that its own schema refuses; which fields, not what was in them. */
const withoutValues = (error: z.ZodError): Error => {
  const faulty = error.issues.slice(0, MOST_LOGGED).map(({ path, code }) => `${path.join('.')} (${code})`)
  const told = new Error(`not as its schema says: ${faulty.join(', ')}`)
  told.stack = error.stack ?? told.message
  return told
}
