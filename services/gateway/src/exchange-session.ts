/** The browser's cookie becomes a short signed token: identity is asked, and its answer used for a few seconds. */
import { createHash } from 'node:crypto'
import { refuse, SESSION_CACHE_SECONDS, SessionClaims, SessionToken } from '@reelfair/contracts'
import type { Clock, EdgeHandles } from '@reelfair/service-kit'
import type { RequestHandler, Response } from 'express'
import { secretOf } from './session-cookie.ts'

export interface Session {
  readonly token: string
  readonly claims: SessionClaims
}

/** How long identity may think before its part counts as away. */
const IDENTITY_MS = 3_000
const MOST_KEPT = 50_000
/** An answer that was on its way while the session ended must not bring it back to life; so long is remembered what ended. */
const ENDED_MS = 60_000

interface Options {
  readonly identityUrl: string
  readonly gatewaySecret: string
  readonly clock: Clock
  readonly log: EdgeHandles<unknown>['log']
}

export interface SessionExchange {
  /** @returns undefined for a secret of no living session; @throws Refusal `unavailable` when identity does not say */
  exchange(secret: string): Promise<Session | undefined>
  /** The session is over, from now on. */
  endSession(sessionId: string): void
  /** What its user may do has changed: the next request asks identity anew. */
  forgetSecret(secret: string): void
  forgetUser(userId: string): void
  /** Something may have gone unheard: whoever asks next is asked about anew. */
  forgetAll(): void
}

function claimsOf(token: string): SessionClaims {
  const payload = token.split('.')[1] ?? ''
  return SessionClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const keyOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

function trim(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size > MOST_KEPT) map.delete(oldest)
}

export function createSessionExchange({ identityUrl, gatewaySecret, clock, log }: Options): SessionExchange {
  const kept = new Map<string, { readonly at: number; readonly session: Session | undefined }>()
  const asking = new Map<string, Promise<Session | undefined>>()
  const ended = new Map<string, number>()
  /** Grows whenever something kept is dropped: an answer asked for before that is not kept. */
  let generation = 0

  const isFresh = (at: number, milliseconds: number) => Math.abs(clock.now().getTime() - at) < milliseconds

  function forget(which: (key: string, session: Session | undefined) => boolean): void {
    generation += 1
    asking.clear()
    for (const [key, { session }] of kept) if (which(key, session)) kept.delete(key)
  }

  async function askIdentity(secret: string): Promise<Session | undefined> {
    let answer: FetchAnswer
    try {
      answer = await fetch(`${identityUrl}/sessions/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-secret': gatewaySecret },
        body: JSON.stringify({ secret }),
        redirect: 'error',
        signal: AbortSignal.timeout(IDENTITY_MS),
      })
      if (answer.status === 401) {
        await answer.body?.cancel()
        return undefined
      }
      if (answer.status !== 200) throw new Error(`identity answered ${answer.status}`)
      const { token } = SessionToken.parse(await answer.json())
      return { token, claims: claimsOf(token) }
    } catch (error) {
      log.warn({ error }, 'identity does not exchange sessions')
      return refuse('unavailable')
    }
  }

  async function ask(key: string, secret: string): Promise<Session | undefined> {
    const before = generation
    const session = await askIdentity(secret)
    const endedAt = session && ended.get(session.claims.sid)
    if (endedAt !== undefined && isFresh(endedAt, ENDED_MS)) return undefined
    if (generation === before) {
      kept.delete(key)
      kept.set(key, { at: clock.now().getTime(), session })
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
      ended.set(sessionId, clock.now().getTime())
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

type FetchAnswer = Awaited<ReturnType<typeof fetch>>

/** Who is asking, after `exchangeSession`; undefined for a visitor. */
export const sessionOf = (res: Response): Session | undefined => res.locals.session as Session | undefined

/**
 * Gives the request its session; whoever sends the cookie of one that is over is a visitor. That cookie is not taken back: meanwhile another tab may have
 * signed in, and this answer, which was asked for before that, would take the new cookie away.
 */
export function exchangeSession(sessions: SessionExchange): RequestHandler {
  return async (req, res, next) => {
    const secret = secretOf(req.headers.cookie)
    const session = secret ? await sessions.exchange(secret) : undefined
    res.locals.session = session
    next()
  }
}
