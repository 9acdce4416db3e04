/** Hands one request on to a server behind us and its answer back, byte by byte, within limits of size and time. */
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { type ErrorCode, Refusal } from '@reelfair/contracts'
import type { EdgeHandles } from '@reelfair/service-kit'
import type { Request, Response } from 'express'

/** Longest pause of a client between two pieces of what it sends. */
const CLIENT_PAUSE_MS = 10_000
/** From the request's last byte to the answer's first. */
const FIRST_BYTE_MS = 10_000
/** From the first byte of a request to its last. */
const WHOLE_REQUEST_MS = 30_000
/** Longest pause within an answer, be it that the server stalls or that the client does not read. */
const ANSWER_PAUSE_MS = 30_000
/** What a client whose request is refused may still send, so that it gets round to reading why. */
const LINGER_MS = 5_000
const LINGER_BYTES = 8 * 1024 * 1024

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 512, maxFreeSockets: 64, scheduling: 'lifo' } as const
const agents = { 'http:': new Agent(AGENT_OPTIONS), 'https:': new TlsAgent(AGENT_OPTIONS) }

export interface Limits {
  readonly bodyBytes: number
  /** What a larger body is answered; `too_large` when left out. */
  readonly tooLarge?: ErrorCode
  readonly wholeRequestMs?: number
  readonly clientPauseMs?: number
  readonly firstByteMs?: number
  readonly answerPauseMs?: number
}

interface Relay {
  /** Who is asked, for the log. */
  readonly to: string
  readonly origin: string
  /** Path and query as they go out; already known to be harmless. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly limits: Limits
  readonly log: EdgeHandles<unknown>['log']
  /** Status and headers of what the browser gets, or a Refusal instead. */
  readonly answerWith: (answer: IncomingMessage) => { readonly status: number; readonly headers: OutgoingHttpHeaders }
}

const megabytes = (bytes: number) => (bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`)

export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/** Reads on for a moment what is not wanted any more: hanging up at once would reset the connection before the client has read our answer. */
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
 * Resolves when the answer is out, or the client has gone.
 * @throws Refusal `too_large`, `too_slow` (the client), `unavailable` (the server behind us), or what `answerWith` throws; only while nothing is answered
 */
export async function relayRequest(req: Request, res: Response, relay: Relay): Promise<void> {
  const retries = !hasBody(req) && (req.method === 'GET' || req.method === 'HEAD')
  try {
    if (await attempt(req, res, relay, { mayRetry: retries })) return
    // The kept connection was closed at its other end, most likely just before: reading again changes nothing. Others that were kept as long have been
    // closed with it, so this time it is a new one.
    await attempt(req, res, relay, { isNew: true })
  } catch (error) {
    lingerOn(req)
    throw error
  }
}

/** @returns false when it may be tried again */
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
  /** The limits of asking; once there is an answer, its own limit holds. */
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
  const away = (why: string) => {
    log.warn({ to, why, requestId: req.headers['x-request-id'] }, 'a server behind the gateway does not answer')
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
      askWithin(limits.firstByteMs ?? FIRST_BYTE_MS, () => away('it takes no more of the request'))
    }
  }
  function waitForClient(): void {
    askWithin(limits.clientPauseMs ?? CLIENT_PAUSE_MS, () => fail(new Refusal('too_slow')))
  }
  function onEnd(): void {
    clearTimeout(whole)
    outgoing.end()
    askWithin(limits.firstByteMs ?? FIRST_BYTE_MS, () => away('no answer in time'))
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
    away(error.code ?? error.message)
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
      log.warn({ to, error, requestId: req.headers['x-request-id'] }, 'an answer broke off')
      res.destroy()
    })
    res.off('close', onGone).once('close', () => {
      stop()
      // Answered before all was sent: the rest is not wanted there.
      lingerOn(req)
      if (!answer.complete || !outgoing.writableFinished) outgoing.destroy()
      resolve(true)
    })
    res.writeHead(out.status, out.headers)
    // Not `pipeline`: at each end it makes an abort error with a stack, which costs more than all else here.
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
