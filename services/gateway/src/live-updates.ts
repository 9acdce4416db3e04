/**
 * Server-sent events that name what changed but carry no data. Screens fetch the data from their service, which decides
 * what the user may see.
 */
import { Envelope, eventKey, events, refuse } from '@reelfair/contracts'
import { type Bus, type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import { type SessionExchange, sessionOf } from './exchange-session.ts'
import { LIVE_LIMITS, type LiveLimits, LiveStream } from './live-stream.ts'
import { secretOf } from './session-cookie.ts'

interface Options {
  readonly bus: Bus
  readonly sessions: SessionExchange
  readonly log: EdgeHandles<unknown>['log']
  readonly limits?: LiveLimits
}

export interface LiveUpdates {
  readonly open: RequestHandler
  /** Ends all streams. The browsers reconnect automatically, to another replica. */
  stop(): Promise<void>
}

const EVERYONE = 'everyone'
const SESSION_ENDED = 'event: session-ended\ndata: {}\n\n'
const hello = () => `retry: ${2_000 + Math.floor(Math.random() * 3_000)}\nevent: hello\ndata: {}\n\n`

export function createLiveUpdates({ bus, sessions, log, limits = LIVE_LIMITS }: Options): LiveUpdates {
  /** Streams indexed by audience and session, because most events concern only a few streams. */
  const streams = new Map<string, Set<LiveStream>>()
  const streamsFor = (audience: string) => streams.get(audience) ?? new Set<LiveStream>()
  let isStopped = false

  function handle({ type, body }: { readonly type: string; readonly body: Uint8Array }): void {
    const envelope = readEnvelope(body)
    const definition = envelope && events.get(eventKey({ type, version: envelope.dataversion }))
    const data = definition?.schema.safeParse(envelope?.data)
    if (!definition || !data?.success) {
      log.warn({ type }, 'unreadable event ignored')
      return
    }

    if (type === 'session.ended') endSession(String(data.data.sessionId))
    for (const notice of definition.live(data.data)) {
      if (notice.topic === 'session' && notice.to.startsWith('user:')) sessions.forgetUser(notice.to.slice(5))
      const isBroad = notice.to === EVERYONE || notice.to === 'role:creator'
      for (const stream of streamsFor(notice.to)) stream.notify(notice.topic, isBroad)
    }
  }

  function endSession(sessionId: string): void {
    sessions.endSession(sessionId)
    for (const stream of streamsFor(`session:${sessionId}`)) stream.end(SESSION_ENDED)
  }

  /**
   * Drops cached sessions and makes screens refetch everything, because events were lost while the bus was
   * disconnected.
   */
  function missed(): void {
    sessions.forgetAll()
    for (const stream of streamsFor(EVERYONE)) stream.send(hello())
  }

  /**
   * Sends a heartbeat, and ends the stream if its session has ended. Keeps the stream open while identity is
   * unavailable.
   */
  async function beat(stream: LiveStream, secret: string): Promise<void> {
    stream.send(':\n\n')
    const session = await sessions.exchange(secret).catch(() => 'unknown' as const)
    if (session === undefined) stream.end(SESSION_ENDED)
    // A different role gets different notices, so the browser must reconnect with the new role.
    else if (session !== 'unknown' && session.claims.role !== stream.session.claims.role) stream.end()
  }

  const types = [...new Set([...events.values()].filter((event) => event.isLive || event.type === 'session.ended').map(({ type }) => type))]
  let listener: { stop(): Promise<void> } | undefined
  void listen()
  /** Retries until the bus is available. The gateway serves the site in the meantime. */
  async function listen(): Promise<void> {
    for (let pauseMs = 500; !isStopped && !listener; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        listener = await bus.listen(types, handle, missed)
        if (isStopped) await listener.stop()
      } catch (error) {
        if (isStopped) return
        log.warn({ error }, 'bus subscription failed; retry scheduled')
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
      }
    }
  }

  return {
    open(req, res) {
      const session = sessionOf(res)
      const secret = secretOf(req.headers.cookie)
      if (!session || !secret) refuse('not_signed_in')
      if (req.method !== 'GET') refuse('method_not_allowed')
      const { sub, sid, role } = session.claims
      if (streamsFor(`session:${sid}`).size >= limits.streamsPerSession) refuse('too_many_requests', { seconds: 30 })
      if (isStopped || streamsFor(EVERYONE).size >= limits.streams) refuse('unavailable')

      nameRoute(res, '/api/live', sub)
      const stream = new LiveStream(res, session, limits)
      const audiences = [EVERYONE, `role:${role}`, `user:${sub}`, `session:${sid}`]
      for (const audience of audiences) streams.set(audience, streamsFor(audience).add(stream))
      const heartbeat = setInterval(() => void beat(stream, secret), limits.heartbeatMs).unref()
      res.once('close', () => {
        clearInterval(heartbeat)
        stream.end()
        for (const audience of audiences) {
          const rest = streamsFor(audience)
          rest.delete(stream)
          if (rest.size === 0) streams.delete(audience)
        }
      })
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      })
      stream.send(hello())
    },
    async stop() {
      isStopped = true
      for (const stream of streamsFor(EVERYONE)) stream.end()
      await listener?.stop()
    },
  }
}

function readEnvelope(body: Uint8Array): Envelope | undefined {
  try {
    return Envelope.safeParse(JSON.parse(new TextDecoder().decode(body))).data
  } catch {
    return undefined
  }
}
