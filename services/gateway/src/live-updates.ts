/**
 * Sends events that name what changed but contain no data. Screens then fetch the data from the service, which
 * checks access.
 */
import { Envelope, eventKey, events, refuse } from '@reelfair/contracts'
import { type Bus, type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import { type SessionExchange, sessionOf } from './exchange-session.ts'
import { LIVE_LIMITS, type LiveLimits, LiveStream } from './live-stream.ts'
import { RecentNotices } from './recent-notices.ts'
import { secretOf } from './session-cookie.ts'

interface Options {
  readonly bus: Bus
  readonly sessions: SessionExchange
  readonly log: EdgeHandles<unknown>['log']
  readonly limits?: LiveLimits
}

export interface LiveUpdates {
  readonly open: RequestHandler
  /** Ends all streams. Browsers reconnect automatically to another replica. */
  stop(): Promise<void>
}

const EVERYONE = 'everyone'
const SESSION_ENDED = 'event: session-ended\ndata: {}\n\n'
const hello = () => `retry: ${2_000 + Math.floor(Math.random() * 3_000)}\nevent: hello\ndata: {}\n\n`

export function createLiveUpdates(options: Options): LiveUpdates {
  const { sessions, limits = LIVE_LIMITS } = options
  const streams = new OpenStreams()
  const feed = new EventFeed(options, streams)
  void feed.keepListening()

  return {
    open(req, res) {
      const session = sessionOf(res)
      const secret = secretOf(req.headers.cookie)
      if (!session || !secret) refuse('not_signed_in')
      if (req.method !== 'GET') refuse('method_not_allowed')
      const { sub, sid, role } = session.claims
      if (streams.for(`session:${sid}`).size >= limits.streamsPerSession) refuse('too_many_requests', { seconds: 30 })
      if (feed.isStopped || streams.for(EVERYONE).size >= limits.streams) refuse('unavailable')

      nameRoute(res, '/api/live', sub)
      const stream = new LiveStream(res, session, limits)
      const audiences = [EVERYONE, `role:${role}`, `user:${sub}`, `session:${sid}`]
      const remove = streams.add(stream, audiences)
      const heartbeat = setInterval(() => void beat(stream, sessions, secret), limits.heartbeatMs).unref()
      res.once('close', () => {
        clearInterval(heartbeat)
        stream.end()
        remove()
      })
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      })
      stream.send(hello())
      feed.replayTo(stream, audiences)
    },
    stop: () => feed.stop(),
  }
}

/** Streams are indexed by audience and session, because most events concern only a few streams. */
class OpenStreams {
  readonly #byAudience = new Map<string, Set<LiveStream>>()

  for(audience: string): Set<LiveStream> {
    return this.#byAudience.get(audience) ?? new Set<LiveStream>()
  }

  add(stream: LiveStream, audiences: readonly string[]): () => void {
    for (const audience of audiences) this.#byAudience.set(audience, this.for(audience).add(stream))
    return () => {
      for (const audience of audiences) {
        const rest = this.for(audience)
        rest.delete(stream)
        if (rest.size === 0) this.#byAudience.delete(audience)
      }
    }
  }
}

/** Ends the stream if its session has ended, but not while identity is unavailable. */
async function beat(stream: LiveStream, sessions: SessionExchange, secret: string): Promise<void> {
  stream.send(':\n\n')
  const session = await sessions.exchange(secret).catch(() => 'unknown' as const)
  if (session === undefined) stream.end(SESSION_ENDED)
  // Each role gets different notices, so the browser must reconnect with the new role.
  else if (session !== 'unknown' && session.claims.role !== stream.session.claims.role) stream.end()
}

class EventFeed {
  readonly #options: Options
  readonly #streams: OpenStreams
  readonly #recent = new RecentNotices()
  #listener: { stop(): Promise<void> } | undefined
  #isStopped = false

  constructor(options: Options, streams: OpenStreams) {
    this.#options = options
    this.#streams = streams
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Retries until the bus is available. Meanwhile, the gateway keeps serving the site. */
  async keepListening(): Promise<void> {
    const { bus, log } = this.#options
    const types = [...new Set([...events.values()].filter(({ isLive }) => isLive).map(({ type }) => type))]
    for (let pauseMs = 500; !this.#isStopped && !this.#listener; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        this.#listener = await bus.listen(
          types,
          (message) => this.#handle(message),
          () => this.#missed(),
        )
        if (this.#isStopped) await this.#listener.stop()
      } catch (error) {
        if (this.#isStopped) return
        log.warn({ error }, 'bus feed failed; retry scheduled')
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
      }
    }
  }

  /** Sends the latest notices, because the page may have read its data before they were sent. */
  replayTo(stream: LiveStream, audiences: readonly string[]): void {
    const topics = this.#recent.topicsFor(audiences)
    // A second hello event makes the page refetch everything.
    if (topics === 'unknown') stream.send(hello())
    else for (const topic of topics) stream.notify(topic)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const stream of this.#streams.for(EVERYONE)) stream.end()
    await this.#listener?.stop()
  }

  #handle({ type, body }: { readonly type: string; readonly body: Uint8Array }): void {
    const { sessions, log } = this.#options
    const envelope = readEnvelope(body)
    const definition = envelope && events.get(eventKey({ type, version: envelope.dataversion }))
    const data = definition?.schema.safeParse(envelope?.data)
    if (!definition || !data?.success) {
      log.warn({ type }, 'unreadable event ignored')
      return
    }

    if (type === 'session.ended') this.#endSession(String(data.data.sessionId))
    for (const notice of definition.live(data.data)) {
      if (notice.topic === 'session' && notice.to.startsWith('user:')) sessions.forgetUser(notice.to.slice(5))
      this.#recent.add(notice.to, notice.topic)
      const isBroad = notice.to === EVERYONE || notice.to === 'role:creator'
      for (const stream of this.#streams.for(notice.to)) stream.notify(notice.topic, isBroad)
    }
  }

  #endSession(sessionId: string): void {
    this.#options.sessions.endSession(sessionId)
    for (const stream of this.#streams.for(`session:${sessionId}`)) stream.end(SESSION_ENDED)
  }

  /** Makes screens refetch everything, because events were lost while the bus was disconnected. */
  #missed(): void {
    this.#options.sessions.forgetAll()
    for (const stream of this.#streams.for(EVERYONE)) stream.send(hello())
  }
}

function readEnvelope(body: Uint8Array): Envelope | undefined {
  try {
    return Envelope.safeParse(JSON.parse(new TextDecoder().decode(body))).data
  } catch {
    return undefined
  }
}
