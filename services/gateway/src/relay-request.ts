/** Relays a request to an upstream server and returns its response byte for byte, within limits of size and time. */
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { type ErrorCode, Refusal } from '@reelfair/contracts'
import type { EdgeHandles } from '@reelfair/service-kit'
import type { Request, Response } from 'express'

/** Longest pause of a client while it sends its request. */
const CLIENT_PAUSE_MS = 10_000
/** Longest time from the last byte of a request to the first byte of the response. */
const FIRST_BYTE_MS = 10_000
/** Longest time from the first byte of a request to its last. */
const WHOLE_REQUEST_MS = 30_000
/** Longest pause in a response, whether the server stalls or the client does not read. */
const ANSWER_PAUSE_MS = 30_000
/** How long a rejected client may keep sending, so that it gets to read the error. */
const LINGER_MS = 5_000
const LINGER_BYTES = 8 * 1024 * 1024

/**
 * Idle connections close after this time, or earlier if the server announces a shorter one. Services close theirs after
 * 15 s; if they closed first, a POST sent at that moment would fail.
 */
const IDLE_MS = 10_000
const AGENT_OPTIONS = { keepAlive: true, timeout: IDLE_MS, maxSockets: 512, maxFreeSockets: 64, scheduling: 'lifo' } as const
const agents = { 'http:': new Agent(AGENT_OPTIONS), 'https:': new TlsAgent(AGENT_OPTIONS) }

export interface Limits {
  readonly bodyBytes: number
  /** Error code for a body above the limit. Default: `too_large`. */
  readonly tooLarge?: ErrorCode
  readonly wholeRequestMs?: number
  readonly clientPauseMs?: number
  readonly firstByteMs?: number
  readonly answerPauseMs?: number
}

interface Relay {
  /** Name of the upstream server, for the log. */
  readonly to: string
  readonly origin: string
  /** Path and query to request, already validated. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly limits: Limits
  readonly log: EdgeHandles<unknown>['log']
  /** Returns the status and headers for the browser, or throws a Refusal. */
  readonly answerWith: (answer: IncomingMessage) => { readonly status: number; readonly headers: OutgoingHttpHeaders }
}

const megabytes = (bytes: number) => (bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`)

export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/**
 * Discards the rest of a request for a moment: closing immediately would reset the connection before the client has
 * read our response.
 */
function lingerOn(req: IncomingMessage): void {
  if (req.complete) return
  let bytes = 0
  const hangUp = setTimeout(() => req.destroy(), LINGER_MS).unref()
  req.removeAllListeners('data')
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) req.destroy()
  })
  req.once('close', () => clearTimeout(hangUp))
  req.resume()
}

/**
 * Resolves when the response is sent or the client has disconnected.
 * @throws Refusal `too_large`, `too_slow` (the client), `unavailable` (the upstream server), or any error from
 *   `answerWith`
 */
export async function relayRequest(req: Request, res: Response, relay: Relay): Promise<void> {
  const retries = !hasBody(req) && (req.method === 'GET' || req.method === 'HEAD')
  try {
    if (await attempt(req, res, relay, { mayRetry: retries })) return
    // The upstream server closed the kept-alive connection, probably just before this request. A GET or HEAD is safe to
    // repeat. The retry uses a new connection, because the other kept-alive ones have probably been closed too.
    await attempt(req, res, relay, { isNew: true })
  } catch (error) {
    lingerOn(req)
    throw error
  }
}

/** @returns false if the request may be retried */
function attempt(req: Request, res: Response, relay: Relay, { mayRetry = false, isNew = false }): Promise<boolean> {
  const { limits, log, to } = relay
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const isTls = relay.origin.startsWith('https:')
  const { hostname, port } = new URL(relay.origin)
  const outgoing = (isTls ? tlsRequest : request)({
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    method: req.method,
    path: relay.path,
    headers: relay.headers,
    agent: isNew ? false : agents[isTls ? 'https:' : 'http:'],
  })

  let timer: NodeJS.Timeout | undefined
  const whole = setTimeout(() => fail(new Refusal('too_slow')), limits.wholeRequestMs ?? WHOLE_REQUEST_MS)
  let isOver = false
  const tooLarge = () => fail(new Refusal(limits.tooLarge ?? 'too_large', { limit: megabytes(limits.bodyBytes) }))
  const within = (milliseconds: number, late: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(late, milliseconds)
  }
  /** Sets a limit for the request, unless the response has started and its own limit applies. */
  const askWithin: typeof within = (milliseconds, late) => {
    if (!isOver) within(milliseconds, late)
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    clearTimeout(whole)
    req.off('data', onChunk).off('end', onEnd)
    res.off('close', onGone)
  }
  const fail = (error: unknown) => {
    stop()
    outgoing.destroy()
    if (res.headersSent) res.destroy()
    reject(error)
  }
  const failUnavailable = (why: string) => {
    log.warn({ to, why, requestId: req.headers['x-request-id'] }, 'upstream request failed')
    fail(new Refusal('unavailable'))
  }

  function onGone(): void {
    stop()
    outgoing.destroy()
    resolve(true)
  }
  res.once('close', onGone)

  let bytes = 0
  function onChunk(chunk: Buffer): void {
    bytes += chunk.length
    if (bytes > limits.bodyBytes) tooLarge()
    else if (outgoing.write(chunk)) waitForClient()
    else {
      req.pause()
      askWithin(limits.firstByteMs ?? FIRST_BYTE_MS, () => failUnavailable('request not read in time'))
    }
  }
  function waitForClient(): void {
    askWithin(limits.clientPauseMs ?? CLIENT_PAUSE_MS, () => fail(new Refusal('too_slow')))
  }
  function onEnd(): void {
    clearTimeout(whole)
    outgoing.end()
    askWithin(limits.firstByteMs ?? FIRST_BYTE_MS, () => failUnavailable('no response in time'))
  }

  outgoing.on('drain', () => {
    waitForClient()
    req.resume()
  })
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (isOver) return
    if (mayRetry && outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) {
      stop()
      return resolve(false)
    }
    failUnavailable(error.code ?? error.message)
  })
  outgoing.on('response', (answer) => {
    let out: ReturnType<Relay['answerWith']>
    try {
      out = relay.answerWith(answer)
    } catch (error) {
      fail(error)
      return
    }
    isOver = true
    clearTimeout(whole)
    const rest = () => within(limits.answerPauseMs ?? ANSWER_PAUSE_MS, () => res.destroy())
    rest()
    answer.on('data', rest)
    answer.once('error', (error) => {
      log.warn({ to, error, requestId: req.headers['x-request-id'] }, 'upstream response aborted')
      res.destroy()
    })
    res.off('close', onGone).once('close', () => {
      stop()
      // If the response ends before the request, the upstream server does not need the rest of the request.
      lingerOn(req)
      if (!answer.complete || !outgoing.writableFinished) outgoing.destroy()
      resolve(true)
    })
    res.writeHead(out.status, out.headers)
    // Avoids `pipeline`, which creates an abort error with a stack trace each time; that alone would cost more than
    // everything else here.
    answer.pipe(res)
  })

  const declared = Number(req.headers['content-length'] ?? 0)
  if (declared > limits.bodyBytes) tooLarge()
  else if (!hasBody(req)) onEnd()
  else {
    req.on('data', onChunk).once('end', onEnd)
    waitForClient()
  }
  return promise
}
