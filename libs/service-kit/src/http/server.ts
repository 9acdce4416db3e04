/** The HTTP server under the app: its limits of time and size, requests that are no HTTP, and an end that loses no request. */
import { createServer, type Server, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorCode, Refusal } from '@reelfair/contracts'
import { renderProblem } from './problem.ts'

/** In milliseconds, and bytes of all headers together. */
export interface ServerLimits {
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  readonly headerBytes: number
}

export const SERVER_LIMITS: ServerLimits = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 15_000, headerBytes: 16_384 }

/** A whole request where files are uploaded: 40 MB at about 1 Mbit/s. What is no upload keeps its own, shorter limit (body.ts). */
export const UPLOAD_REQUEST_MS = 300_000

const TICK_MS = 20
/**
 * So many ticks clients are told to close while the server still answers, and so many nothing may happen before the last connections are cut.
 * Ticks and no span of time: on a busy machine the process may stand still for longer than that, and then finds requests waiting for it.
 */
const QUIET_TICKS = 12

type Headers = () => Readonly<Record<string, string>>

/**
 * A server that does not listen yet and has no app.
 * @param always the headers that answers to requests that cannot be parsed carry too
 */
export function makeServer(newId: () => string, limits: ServerLimits = SERVER_LIMITS, always: Headers = () => ({})): Server {
  const server = createServer({
    // Node looks for late requests every 30 s unless told; that would make limits of 10 s a matter of luck.
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs / 4),
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    // Node would answer without our headers; the app refuses a request that does not name exactly one host.
    requireHostHeader: false,
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerUnreadable(error, socket as Socket, newId(), always))
  // An Expect other than 100-continue may be ignored (RFC 9110, 10.1.1); by itself Node answers it without our headers.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  return server
}

function codeOf({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too_slow'
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  return 'malformed_body'
}

function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string, always: Headers): void {
  // Node keeps the answer under way on its socket; a second one behind it would be read as part of it.
  const underWay = '_httpMessage' in socket ? (socket._httpMessage as { headersSent?: boolean } | null) : null
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy()
    return
  }
  refuseSocket(socket, new Refusal(codeOf(error)), requestId, always())
}

/** Writes a refusal on a socket that Node has no response for, and closes it. */
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
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/**
 * Listens.
 * @returns the address, with the port that was taken
 * @throws Error with a sentence for a port in use or not allowed
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  try {
    await promise
  } catch (error) {
    throw new Error(sentenceOfListening(error as NodeJS.ErrnoException, host, port), { cause: error })
  }
  server.off('error', reject)
  const { port: taken } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
}

function sentenceOfListening({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: stop what uses it, or set PORT to another one (0 takes a free one).`
  if (code === 'EACCES') return `Port ${port} on ${host} is not allowed to this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`
  return `Cannot listen on ${host}:${port}: ${message}`
}

/** Counts what is under way, so that the end can wait for it. */
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
 * Stops taking requests and lets those under way finish, `withinMs` at most; then closes every connection.
 * Answers already carry `Connection: close` by then, for a connection that the server cuts while a request is on its way loses that request.
 */
export async function closeServer(server: Server, running: () => number, withinMs: number): Promise<void> {
  if (!server.listening) return
  const deadline = performance.now() + withinMs
  for (let tick = 0; tick < QUIET_TICKS && performance.now() < deadline; tick += 1) await sleep(TICK_MS)
  // Right after the loop has taken new connections: those that the kernel has and we have not are reset, and their clients may ask again.
  await new Promise((resolve) => setImmediate(resolve))
  let done = false
  const closed = Promise.withResolvers<void>()
  // The HTTP server's own `close` also cuts idle kept-alive connections, and would lose a request that is arriving on one.
  NetServer.prototype.close.call(server, () => {
    done = true
    closed.resolve()
  })
  for (let quiet = 0; !done && quiet < QUIET_TICKS && performance.now() < deadline; quiet = running() > 0 ? 0 : quiet + 1) {
    await Promise.race([closed.promise, sleep(TICK_MS)])
  }
  server.closeAllConnections()
  // Stops the HTTP server's own timer.
  server.close(() => {})
  await closed.promise
}
