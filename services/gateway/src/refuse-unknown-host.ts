import type { IncomingMessage } from 'node:http'
import { Refusal } from '@reelfair/contracts'
import type { RequestHandler } from 'express'

/** This machine: no other site's name can lead a browser here under one of these. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether a request names a host of ours. */
export type KnowsHost = (request: IncomingMessage) => boolean

/**
 * @param publicOrigin its host is ours; a loopback one stands for all names of this machine
 * @param others further host names
 */
export function hostsOf(publicOrigin: string, others: readonly string[]): KnowsHost {
  const { hostname } = new URL(publicOrigin)
  const names = new Set([hostname, ...(LOOPBACK.includes(hostname) ? LOOPBACK : []), ...others])
  return ({ headers: { host = '' } }) => names.has(host.replace(/:\d{1,5}$/, '').toLowerCase())
}

/**
 * Another site can make its own name lead to us (DNS rebinding) and would then be a page of ours to the browser.
 * Names alone count: a port in front of us may differ from the public one.
 */
export function refuseUnknownHost(isOurs: KnowsHost): RequestHandler {
  return (req, _res, next) => {
    if (!isOurs(req)) throw new Refusal('unknown_host')
    next()
  }
}
