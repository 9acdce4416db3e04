/** Keeps other sites' pages, in the same browser, away from the sandbox: it moves the clock, pays, and shows mails with links that sign in. */
import { hostOf, LOOPBACK_HOSTS } from '@reelfair/service-kit'
import type { Request, RequestHandler } from 'express'

const SAFE = ['GET', 'HEAD']

/** Browsers say when another site's page asks, older ones by Origin alone; programs send neither header. */
function isFromElsewhere({ headers }: Request): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}` && headers.origin !== `https://${headers.host}`
}

/**
 * Refuses unknown hosts, and refuses pages of other sites on every unsafe route and on the mailbox. Links to hosted pages still work.
 * @param hosts further host names, without ports: of a container or of a proxy in front
 */
export function refuseForeign(hosts: readonly string[] = []): RequestHandler {
  const names = new Set([...LOOPBACK_HOSTS, ...hosts.map((name) => name.toLowerCase())])
  return (request, response, next) => {
    if (request.headersDistinct.host?.length !== 1 || !names.has(hostOf(request)))
      return void response.status(421).json({ error: 'The sandbox does not answer to this host. SANDBOX_HOSTS names further ones.' })
    if (isFromElsewhere(request) && (!SAFE.includes(request.method) || /^\/mail(?:\/|$)/i.test(request.path)))
      return void response.status(403).json({ error: 'Not from another site.' })
    next()
  }
}
