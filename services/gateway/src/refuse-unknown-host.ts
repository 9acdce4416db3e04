import type { IncomingMessage } from 'node:http'
import { Refusal } from '@reelfair/contracts'
import { hostOf, LOOPBACK_HOSTS } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'

/** Whether a request names one of our hosts. */
export type KnowsHost = (request: IncomingMessage) => boolean

/**
 * @param publicOrigin its host is ours; a loopback one stands for all names of this machine
 * @param others further host names
 */
export function hostsOf(publicOrigin: string, others: readonly string[]): KnowsHost {
  const { hostname } = new URL(publicOrigin)
  const names = new Set([hostname, ...(LOOPBACK_HOSTS.includes(hostname) ? LOOPBACK_HOSTS : []), ...others])
  return (request) => names.has(hostOf(request))
}

/**
 * Another site can point its own name at us (DNS rebinding); the browser would then take its pages for ours.
 * The port isn't compared: a proxy in front of us may listen on another one.
 */
export function refuseUnknownHost(isOurs: KnowsHost): RequestHandler {
  return (req, _res, next) => {
    if (!isOurs(req)) throw new Refusal('unknown_host')
    next()
  }
}
