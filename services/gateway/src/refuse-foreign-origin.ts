import { refuse } from '@reelfair/contracts'
import type { RequestHandler } from 'express'

const SAFE = new Set(['GET', 'HEAD'])
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Checks Sec-Fetch-Site or, for older browsers and other programs, Origin. A request without either header does not
 * count as ours.
 */
export function isFromOurPages(headers: Readonly<Record<string, string | string[] | undefined>>, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === publicOrigin : site === 'same-origin'
}

/** Browsers also send the session cookie with another site's forms, so changes must come from our own pages. */
export function refuseForeignOrigin(publicOrigin: string): RequestHandler {
  return (req, res, next) => {
    if (!METHODS.includes(req.method)) {
      res.setHeader('Allow', METHODS.join(', '))
      refuse('method_not_allowed')
    }
    if (!SAFE.has(req.method) && !isFromOurPages(req.headers, publicOrigin)) refuse('foreign_origin')
    next()
  }
}
