import type { BlockList } from 'node:net'
import { refuse } from '@reelfair/contracts'
import { networkOf, rateLimit } from '@reelfair/service-kit'
import type { Request, RequestHandler, Response } from 'express'
import { clientAddress } from './client-address.ts'
import { sessionOf } from './exchange-session.ts'

const MAX_KEYS = 50_000

function limit(perMinute: number, keyOf: (req: Request, res: Response) => string | undefined): RequestHandler {
  const secondsToWait = rateLimit(perMinute, { maxKeys: MAX_KEYS })
  return (req, res, next) => {
    const key = keyOf(req, res)
    const seconds = key === undefined ? 0 : secondsToWait(key)
    if (seconds > 0) refuse('too_many_requests', { seconds })
    next()
  }
}

export const limitByAddress = (perMinute: number, proxies: BlockList): RequestHandler =>
  limit(perMinute, (req) => networkOf(clientAddress(req, proxies)))

/** Visitors are limited only by address. */
export const limitBySession = (perMinute: number): RequestHandler => limit(perMinute, (_req, res) => sessionOf(res)?.claims.sid)
