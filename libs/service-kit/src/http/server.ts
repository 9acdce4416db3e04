import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorCode, Refusal } from '@reelfair/contracts'
import { withTimeout } from '../with-timeout.ts'
import { nodeHttp, renderProblem } from './problem.ts'

/** Times in milliseconds; `headerBytes` limits the total size of all headers. */
export interface ServerLimits {
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  readonly headerBytes: number
}

export const SERVER_LIMITS: ServerLimits = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 15_000, headerBytes: 16_384 }

/** Enough time to upload 40 MB at about 1 Mbit/s. Other bodies have a shorter limit (body.ts). */
export const UPLOAD_REQUEST_MS = 300_000

const TICK_MS = 20
/**
 * Ticks during which the server still responds with `Connection: close`, and idle ticks before it closes the last
 * connections. Counted in ticks because a busy machine may pause the process for longer than any fixed time while
 * requests are waiting.
 */
const QUIET_TICKS = 12
const CLOSES_WITHIN_MS = 500

type Headers = () => Readonly<Record<string, string>>

/** @param always headers for every response, including responses to unparseable requests */
export function makeServer(newId: () => string, limits: ServerLimits = SERVER_LIMITS, always: Headers = () => ({})): Server {
  const server = nodeHttp.createServer({
    // By default, Node checks for late requests every 30 s, which is not often enough for a 10 s limit.
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs / 4),
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    // Node's own refusal would lack our headers; the app checks the Host header instead.
    requireHostHeader: false,
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerUnreadable(error, socket as Socket, newId(), always))
  // RFC 9110 (10.1.1) allows ignoring an Expect other than 100-continue. Node's own response would lack our headers.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  return server
}

function codeOf({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too_slow'
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  return 'malformed_body'
}

function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string, always: Headers): void {
  // Node keeps a pending response on the socket; clients would read a second response as part of the first.
  const underWay = '_httpMessage' in socket ? (socket._httpMessage as { headersSent?: boolean } | null) : null
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy()
    return
  }
  refuseSocket(socket, new Refusal(codeOf(error)), requestId, always())
}

export function refuseSocket(socket: Duplex, refusal: Refusal, requestId: string, always: ReturnType<Headers>): void {
  const { status, body } = renderProblem(refusal, 'en', requestId)
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...always,
    'X-Request-Id': requestId,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/**
 * @returns the address with the actual port
 * @throws Error with an explanation when the port is in use or not permitted
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  try {
    await promise
  } catch (error) {
    throw new Error(describeListenError(error as NodeJS.ErrnoException, host, port), { cause: error })
  }
  server.off('error', reject)
  const { port: taken } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
}

function describeListenError({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: stop the program that uses it, or set PORT to another port (0 picks a free one).`
  if (code === 'EACCES') return `Port ${port} on ${host} is not permitted for this user: set PORT to a port above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${host}: set HOST to one of its addresses, such as 127.0.0.1 or 0.0.0.0.`
  return `Cannot listen on ${host}:${port}: ${message}`
}

/** Returns a function that counts the running requests. */
export function countRequests(server: Server): () => number {
  let running = 0
  server.on('request', (_, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
    })
  })
  return () => running
}

/**
 * Stops accepting requests, waits up to `withinMs` for running ones, then closes all connections. Responses already
 * carry `Connection: close` by then, because closing a connection loses a request that is arriving.
 * @throws Error if a connection stays open; it must not keep the process running
 */
export async function closeServer(server: Server, running: () => number, withinMs: number): Promise<void> {
  if (!server.listening) return
  const deadline = performance.now() + withinMs
  for (let tick = 0; tick < QUIET_TICKS && performance.now() < deadline; tick += 1) await sleep(TICK_MS)
  // Closes right after the event loop has accepted new connections. The kernel resets those still in its queue; their
  // clients may retry.
  await new Promise((resolve) => setImmediate(resolve))
  let done = false
  const closed = Promise.withResolvers<void>()
  // The HTTP server's own `close` would also close idle keep-alive connections and lose requests that are arriving.
  NetServer.prototype.close.call(server, () => {
    done = true
    closed.resolve()
  })
  for (let quiet = 0; !done && quiet < QUIET_TICKS && performance.now() < deadline; quiet = running() > 0 ? 0 : quiet + 1) {
    await withTimeout(closed.promise, TICK_MS, () => {})
  }
  server.closeAllConnections()
  // The listening socket is already closed; this stops the HTTP server's timer.
  server.close(() => {})
  await withTimeout(closed.promise, CLOSES_WITHIN_MS, () => {
    throw new Error('a connection stayed open')
  })
}
