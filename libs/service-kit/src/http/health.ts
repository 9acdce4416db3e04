/** Internal endpoints: `/healthz` (the process is alive), `/readyz` (the service can work), `/metrics`. */
import { BlockList } from 'node:net'
import express, { type RequestHandler, type Router } from 'express'

interface HealthParts {
  readonly ready: () => Promise<Readonly<Record<string, boolean>>>
  /** The bus does not affect readiness: without it, requests still succeed and events wait in the outbox. */
  readonly bus: () => boolean
  readonly metrics: () => Promise<{ type: string; text: string }>
}

const inside = new BlockList()
inside.addSubnet('127.0.0.0', 8)
inside.addSubnet('10.0.0.0', 8)
inside.addSubnet('172.16.0.0', 12)
inside.addSubnet('192.168.0.0', 16)
inside.addSubnet('169.254.0.0', 16)
inside.addSubnet('100.64.0.0', 10)
inside.addAddress('::1', 'ipv6')
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('fe80::', 10, 'ipv6')

/** Hides the routes from requests that come from a public address or through a proxy, including our gateway. */
const fromInside: RequestHandler = (request, _, next) => {
  const { 'x-forwarded-for': forwarded, forwarded: standard } = request.headers
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const own = forwarded === undefined && standard === undefined && inside.check(peer, peer.includes(':') ? 'ipv6' : 'ipv4')
  next(own ? undefined : 'router')
}

export function healthRoutes({ ready, bus, metrics }: HealthParts): Router {
  const paths = ['/healthz', '/readyz', '/metrics']
  const router = express.Router({ strict: true, caseSensitive: true })
  router.all(paths, fromInside)
  router.get('/healthz', (_, response) => {
    response.json({ alive: true })
  })
  router.get('/readyz', async (_, response) => {
    const parts = await ready()
    const isReady = Object.values(parts).every(Boolean)
    const away = Object.entries({ ...parts, bus: bus() }).flatMap(([part, isThere]) => (isThere ? [] : part))
    response.status(isReady ? 200 : 503).json({ ready: isReady, ...(away.length > 0 ? { away } : {}) })
  })
  router.get('/metrics', async (_, response) => {
    const { type, text } = await metrics()
    response.type(type).send(text)
  })
  return router
}
