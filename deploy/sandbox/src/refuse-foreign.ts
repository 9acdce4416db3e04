/**
 * Protects the sandbox from other sites open in the same browser. Such sites could otherwise move the clock, make
 * payments or read sign-in links in e-mails.
 */
import { hostOf, LOOPBACK_HOSTS } from '@reelfair/service-kit'
import type { Request, RequestHandler } from 'express'

const SAFE = ['GET', 'HEAD']

/**
 * Browsers mark requests from other sites with Sec-Fetch-Site; older browsers send only Origin. Programs that are not
 * browsers send neither.
 */
function isFromElsewhere({ headers }: Request): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}` && headers.origin !== `https://${headers.host}`
}

/**
 * Rejects unknown hosts. Also rejects requests from other sites that use an unsafe method or read the mailbox; links to
 * hosted pages still work.
 * @param hosts Additional host names without ports, for example of a container or a reverse proxy
 */
export function refuseForeign(hosts: readonly string[] = []): RequestHandler {
  const names = new Set([...LOOPBACK_HOSTS, ...hosts.map((name) => name.toLowerCase())])
  return (request, response, next) => {
    if (request.headersDistinct.host?.length !== 1 || !names.has(hostOf(request)))
      return void response.status(421).json({ error: 'The sandbox does not answer to this host. Add the host to SANDBOX_HOSTS.' })
    if (isFromElsewhere(request) && (!SAFE.includes(request.method) || /^\/mail(?:\/|$)/i.test(request.path)))
      return void response.status(403).json({ error: 'Requests from other sites are not allowed.' })
    next()
  }
}
