/** Exchanges the session cookie for a short-lived token from identity, and caches the token for a few seconds. */
import { createHash } from 'node:crypto'
import { identityRoutes, refuse, SESSION_CACHE_SECONDS, SessionClaims } from '@reelfair/contracts'
import type { Clock, EdgeHandles } from '@reelfair/service-kit'
import type { RequestHandler, Response } from 'express'
import { askIdentity } from './ask-identity.ts'
import { secretOf } from './session-cookie.ts'

export interface Session {
  readonly token: string
  readonly claims: SessionClaims
}

const IDENTITY_MS = 3_000
const MAX_KEPT = 50_000
/** How long to remember sessions that have ended, so that a response in transit cannot restore one. */
const ENDED_MS = 60_000

interface Options {
  readonly identityUrl: string
  readonly gatewaySecret: string
  readonly clock: Clock
  readonly log: EdgeHandles<unknown>['log']
}

export interface SessionExchange {
  /**
   * @returns undefined for a session that is unknown or has ended
   * @throws Refusal `unavailable` if identity does not respond
   */
  exchange(secret: string): Promise<Session | undefined>
  endSession(sessionId: string): void
  /** Drops the cached session, because the user's permissions may have changed. */
  forgetSecret(secret: string): void
  forgetUser(userId: string): void
  /** Drops all cached sessions, because the gateway may have missed events. */
  forgetAll(): void
}

function claimsOf(token: string): SessionClaims {
  const payload = token.split('.')[1] ?? ''
  return SessionClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const keyOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

function trim(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size > MAX_KEPT) map.delete(oldest)
}

export function createSessionExchange(options: Options): SessionExchange {
  const kept = new Map<string, { readonly at: number; readonly session: Session | undefined }>()
  const asking = new Map<string, Promise<Session | undefined>>()
  const ended = new Map<string, number>()
  /** Incremented when cached sessions are dropped, so that earlier requests do not cache them again. */
  let generation = 0

  const isFresh = (at: number, milliseconds: number) => Math.abs(options.clock.now().getTime() - at) < milliseconds

  function forget(which: (key: string, session: Session | undefined) => boolean): void {
    generation += 1
    asking.clear()
    for (const [key, { session }] of kept) if (which(key, session)) kept.delete(key)
  }

  async function ask(key: string, secret: string): Promise<Session | undefined> {
    const before = generation
    const session = await readSession(options, secret)
    const endedAt = session && ended.get(session.claims.sid)
    if (endedAt !== undefined && isFresh(endedAt, ENDED_MS)) return undefined
    if (generation === before) {
      kept.delete(key)
      kept.set(key, { at: options.clock.now().getTime(), session })
      trim(kept)
    }
    return session
  }

  return {
    async exchange(secret) {
      const key = keyOf(secret)
      const known = kept.get(key)
      if (known && isFresh(known.at, SESSION_CACHE_SECONDS * 1_000)) return known.session
      const running = asking.get(key)
      if (running) return running
      const flight = ask(key, secret)
      asking.set(key, flight)
      try {
        return await flight
      } finally {
        if (asking.get(key) === flight) asking.delete(key)
      }
    },
    endSession(sessionId) {
      ended.set(sessionId, options.clock.now().getTime())
      trim(ended)
      forget((_key, session) => session?.claims.sid === sessionId)
    },
    forgetSecret(secret) {
      const gone = keyOf(secret)
      forget((key) => key === gone)
    },
    forgetUser(userId) {
      forget((_key, session) => session?.claims.sub === userId)
    },
    forgetAll() {
      forget(() => true)
    },
  }
}

async function readSession({ identityUrl, gatewaySecret, log }: Options, secret: string): Promise<Session | undefined> {
  try {
    const answer = await askIdentity(identityUrl, 'POST /sessions/token', {
      input: { secret },
      headers: { 'x-gateway-secret': gatewaySecret },
      signal: AbortSignal.timeout(IDENTITY_MS),
    })
    if (answer.status === 401) {
      await answer.body?.cancel()
      return undefined
    }
    if (answer.status !== 200) throw new Error(`identity responded with status ${answer.status}`)
    const { token } = identityRoutes['POST /sessions/token'].output.parse(await answer.json())
    return { token, claims: claimsOf(token) }
  } catch (error) {
    log.warn({ error }, 'session exchange failed')
    return refuse('unavailable')
  }
}

export const sessionOf = (res: Response): Session | undefined => res.locals.session as Session | undefined

/**
 * Treats a request with an ended session as a visitor's. Does not clear the cookie, because another tab may have signed
 * in since.
 */
export function exchangeSession(sessions: SessionExchange): RequestHandler {
  return async (req, res, next) => {
    const secret = secretOf(req.headers.cookie)
    const session = secret ? await sessions.exchange(secret) : undefined
    res.locals.session = session
    next()
  }
}
