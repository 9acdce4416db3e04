import type { BlockList } from 'node:net'
import { refuse } from '@reelfair/contracts'
import type { Request, RequestHandler, Response } from 'express'
import { type ClientRateLimitInfo, ipKeyGenerator, type Options, rateLimit, type Store } from 'express-rate-limit'
import { clientAddress } from './client-address.ts'
import { sessionOf } from './exchange-session.ts'

const MINUTE = 60_000

/** Counts requests in fixed windows for the newest `maxKeys` keys. The library's own store grows without limit. */
export class BoundedStore implements Store {
  readonly localKeys = true
  readonly #counts = new Map<string, { totalHits: number; resetTime: Date }>()
  readonly #maxKeys: number
  #windowMs = MINUTE

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  init(options: Options): void {
    this.#windowMs = options.windowMs
  }

  increment(key: string): ClientRateLimitInfo {
    const known = this.#counts.get(key)
    if (known && known.resetTime.getTime() > Date.now()) {
      known.totalHits += 1
      return known
    }
    this.#counts.delete(key)
    const [oldest] = this.#counts.keys()
    if (oldest !== undefined && this.#counts.size >= this.#maxKeys) this.#counts.delete(oldest)
    const fresh = { totalHits: 1, resetTime: new Date(Date.now() + this.#windowMs) }
    this.#counts.set(key, fresh)
    return fresh
  }

  decrement(key: string): void {
    const known = this.#counts.get(key)
    if (known) known.totalHits -= 1
  }

  resetKey(key: string): void {
    this.#counts.delete(key)
  }

  get size(): number {
    return this.#counts.size
  }
}

interface Limit {
  readonly perMinute: number
  readonly keyOf: (req: Request, res: Response) => string | undefined
}

function limit({ perMinute, keyOf }: Limit): RequestHandler {
  return rateLimit({
    windowMs: MINUTE,
    limit: perMinute,
    store: new BoundedStore(50_000),
    standardHeaders: false,
    legacyHeaders: false,
    // Disables the library's checks of Express's trust-proxy setting, which we do not use.
    validate: false,
    skip: (req, res) => keyOf(req, res) === undefined,
    keyGenerator: (req, res) => keyOf(req, res) ?? '',
    handler: (req) => {
      const resetAt = (req as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime?.getTime() ?? 0
      const seconds = Math.max(1, Math.ceil((resetAt - Date.now()) / 1_000))
      refuse('too_many_requests', { seconds })
    },
  })
}

/** Limits all requests from one address. An IPv6 subscriber usually owns a /56, so a /56 counts as one address. */
export const limitByAddress = (perMinute: number, proxies: BlockList): RequestHandler =>
  limit({ perMinute, keyOf: (req) => ipKeyGenerator(clientAddress(req, proxies), 56) })

/**
 * Limits a session's requests from all addresses. Visitors are limited by address, both here and in the services'
 * routes.
 */
export const limitBySession = (perMinute: number): RequestHandler => limit({ perMinute, keyOf: (_req, res) => sessionOf(res)?.claims.sid })
