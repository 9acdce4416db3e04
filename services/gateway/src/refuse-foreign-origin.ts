import { refuse } from '@reelfair/contracts'
import type { RequestHandler } from 'express'

const SAFE = new Set(['GET', 'HEAD'])
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Whether the browser says that a page of ours asks; without Sec-Fetch-Site (older ones, programs) by Origin, and never without either. */
export function isFromOurs(headers: Readonly<Record<string, string | string[] | undefined>>, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === publicOrigin : site === 'same-origin'
}

/** What changes something comes from our own pages only: the cookie travels by itself, so that another site's form must not be able to use it. */
export function refuseForeignOrigin(publicOrigin: string): RequestHandler {
  return (req, res, next) => {
    if (!METHODS.includes(req.method)) {
      res.setHeader('Allow', METHODS.join(', '))
      refuse('method_not_allowed')
    }
    if (!SAFE.has(req.method) && !isFromOurs(req.headers, publicOrigin)) refuse('foreign_origin')
    next()
  }
}
