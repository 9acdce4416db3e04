import type { IncomingMessage } from 'node:http'
import { Refusal } from '@reelfair/contracts'
import { hostOf, LOOPBACK_HOSTS } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'

export type HostCheck = (request: IncomingMessage) => boolean

/**
 * @param publicOrigin the origin whose host is accepted; if it is a loopback host, all loopback names are accepted
 * @param others additional host names
 */
export function hostsOf(publicOrigin: string, others: readonly string[]): HostCheck {
  const { hostname } = new URL(publicOrigin)
  const names = new Set([hostname, ...(LOOPBACK_HOSTS.includes(hostname) ? LOOPBACK_HOSTS : []), ...others])
  return (request) => names.has(hostOf(request))
}

/**
 * Prevents DNS rebinding: another site can point its own name at us, and the browser would then treat our pages as that
 * site's. Ignores the port, because a proxy in front of us may listen on another one.
 */
export function refuseUnknownHost(isOurs: HostCheck): RequestHandler {
  return (req, _res, next) => {
    if (!isOurs(req)) throw new Refusal('unknown_host')
    next()
  }
}
