import { Agent, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { type ErrorCode, Refusal } from '@reelfair/contracts'
import type { EdgeHandles } from '@reelfair/service-kit'
import type { Request, Response } from 'express'

/** Longest pause while a client sends its request. */
const CLIENT_PAUSE_MS = 10_000
/** Longest time from the end of a request to the first byte of the response. */
const FIRST_BYTE_MS = 10_000
/** Longest time to receive a request. */
const WHOLE_REQUEST_MS = 30_000
/** Longest pause in a response, whether caused by the server or by a client that does not read. */
const ANSWER_PAUSE_MS = 30_000
/** How long a rejected client may keep sending, so that it can read the error. */
const LINGER_MS = 5_000
const LINGER_BYTES = 8 * 1024 * 1024

/**
 * Must be shorter than the 15 s after which services close idle connections; otherwise, a POST sent at that moment
 * would fail. A server may announce a shorter time.
 */
const IDLE_MS = 10_000
const AGENT_OPTIONS = { keepAlive: true, timeout: IDLE_MS, maxSockets: 512, maxFreeSockets: 64, scheduling: 'lifo' } as const
const agents = { 'http:': new Agent(AGENT_OPTIONS), 'https:': new TlsAgent(AGENT_OPTIONS) }

export interface Limits {
  readonly bodyBytes: number
  /** Error code for a body above the limit; default: `too_large`. */
  readonly tooLarge?: ErrorCode
  readonly wholeRequestMs?: number
  readonly clientPauseMs?: number
  readonly firstByteMs?: number
  readonly answerPauseMs?: number
}

interface Relay {
  readonly to: string
  readonly origin: string
  /** Path and query, already validated. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly limits: Limits
  readonly log: EdgeHandles<unknown>['log']
  readonly answerWith: (answer: IncomingMessage) => { readonly status: number; readonly headers: OutgoingHttpHeaders }
}

const megabytes = (bytes: number) => (bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`)

export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/**
 * Discards the rest of a request for a moment, because closing immediately would reset the connection before the client
 * has read our response.
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
 * @throws Refusal `too_large`, `too_slow` (client), `unavailable` (upstream server), or any error from `answerWith`
 */
export async function relayRequest(req: Request, res: Response, relay: Relay): Promise<void> {
  const retries = !hasBody(req) && (req.method === 'GET' || req.method === 'HEAD')
  try {
    if (await new Attempt(req, res, relay, { mayRetry: retries }).run()) return
    // The upstream server closed the kept-alive connection, probably just before this request. GET and HEAD are safe to
    // repeat. The retry uses a new connection, because the server has probably closed the other kept-alive ones too.
    await new Attempt(req, res, relay, { isNew: true }).run()
  } catch (error) {
    lingerOn(req)
    throw error
  }
}

interface AttemptOptions {
  readonly mayRetry?: boolean
  readonly isNew?: boolean
}

class Attempt {
  readonly #req: Request
  readonly #res: Response
  readonly #relay: Relay
  readonly #mayRetry: boolean
  readonly #outgoing: ClientRequest
  readonly #outcome = Promise.withResolvers<boolean>()
  readonly #whole: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  #bytes = 0

  constructor(req: Request, res: Response, relay: Relay, { mayRetry = false, isNew = false }: AttemptOptions) {
    this.#req = req
    this.#res = res
    this.#relay = relay
    this.#mayRetry = mayRetry
    this.#outgoing = openRequest(req, relay, isNew)
    this.#whole = setTimeout(() => this.#fail(new Refusal('too_slow')), relay.limits.wholeRequestMs ?? WHOLE_REQUEST_MS)
  }

  /** @returns false if the caller may retry the request */
  run(): Promise<boolean> {
    const req = this.#req
    this.#res.once('close', this.#onGone)
    this.#outgoing.on('drain', () => {
      this.#waitForClient()
      req.resume()
    })
    this.#outgoing.on('error', (error) => this.#onError(error))
    this.#outgoing.on('response', (answer) => this.#onResponse(answer))

    const declared = Number(req.headers['content-length'] ?? 0)
    if (declared > this.#relay.limits.bodyBytes) this.#failTooLarge()
    else if (!hasBody(req)) this.#onEnd()
    else {
      req.on('data', this.#onChunk).once('end', this.#onEnd)
      this.#waitForClient()
    }
    return this.#outcome.promise
  }

  // —— the request ——

  readonly #onChunk = (chunk: Buffer): void => {
    this.#bytes += chunk.length
    if (this.#bytes > this.#relay.limits.bodyBytes) this.#failTooLarge()
    else if (this.#outgoing.write(chunk)) this.#waitForClient()
    else {
      this.#req.pause()
      this.#waitForServer('request not read in time')
    }
  }

  readonly #onEnd = (): void => {
    clearTimeout(this.#whole)
    this.#outgoing.end()
    this.#waitForServer('no response in time')
  }

  readonly #onGone = (): void => {
    this.#stop()
    this.#outgoing.destroy()
    this.#outcome.resolve(true)
  }

  #waitForClient(): void {
    this.#askWithin(this.#relay.limits.clientPauseMs ?? CLIENT_PAUSE_MS, () => this.#fail(new Refusal('too_slow')))
  }

  #waitForServer(why: string): void {
    this.#askWithin(this.#relay.limits.firstByteMs ?? FIRST_BYTE_MS, () => this.#failUnavailable(why))
  }

  /** Sets no limit once the response has started, because responses have their own limit. */
  #askWithin(milliseconds: number, late: () => void): void {
    if (!this.#isOver) this.#within(milliseconds, late)
  }

  #within(milliseconds: number, late: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(late, milliseconds)
  }

  // —— the response ——

  #onResponse(answer: IncomingMessage): void {
    const res = this.#res
    const { answerWith, limits, log, to } = this.#relay
    let out: ReturnType<Relay['answerWith']>
    try {
      out = answerWith(answer)
    } catch (error) {
      this.#fail(error)
      return
    }
    this.#isOver = true
    clearTimeout(this.#whole)
    const rest = () => this.#within(limits.answerPauseMs ?? ANSWER_PAUSE_MS, () => res.destroy())
    rest()
    answer.on('data', rest)
    answer.once('error', (error) => {
      log.warn({ to, error, requestId: this.#req.headers['x-request-id'] }, 'upstream response aborted')
      res.destroy()
    })
    res.off('close', this.#onGone).once('close', () => this.#onSent(answer))
    res.writeHead(out.status, out.headers)
    // Avoids `pipeline`, because its abort error and stack trace cost more per request than the rest of this class.
    answer.pipe(res)
  }

  #onSent(answer: IncomingMessage): void {
    this.#stop()
    // The upstream server no longer needs the rest of the request.
    lingerOn(this.#req)
    if (!answer.complete || !this.#outgoing.writableFinished) this.#outgoing.destroy()
    this.#outcome.resolve(true)
  }

  // —— failures ——

  #onError(error: NodeJS.ErrnoException): void {
    if (this.#isOver) return
    if (this.#mayRetry && this.#outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) {
      this.#stop()
      this.#outcome.resolve(false)
    } else this.#failUnavailable(error.code ?? error.message)
  }

  #failTooLarge(): void {
    const { bodyBytes, tooLarge = 'too_large' } = this.#relay.limits
    this.#fail(new Refusal(tooLarge, { limit: megabytes(bodyBytes) }))
  }

  #failUnavailable(why: string): void {
    const { log, to } = this.#relay
    log.warn({ to, why, requestId: this.#req.headers['x-request-id'] }, 'upstream request failed')
    this.#fail(new Refusal('unavailable'))
  }

  #fail(error: unknown): void {
    this.#stop()
    this.#outgoing.destroy()
    if (this.#res.headersSent) this.#res.destroy()
    this.#outcome.reject(error)
  }

  #stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    clearTimeout(this.#whole)
    this.#req.off('data', this.#onChunk).off('end', this.#onEnd)
    this.#res.off('close', this.#onGone)
  }
}

function openRequest({ method }: Request, { origin, path, headers }: Relay, isNew: boolean): ClientRequest {
  const isTls = origin.startsWith('https:')
  const { hostname, port } = new URL(origin)
  return (isTls ? tlsRequest : request)({
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    method,
    path,
    headers,
    agent: isNew ? false : agents[isTls ? 'https:' : 'http:'],
  })
}
