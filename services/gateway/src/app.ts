/** The gateway's table of contents: the one entry. From top to bottom is the way that each request takes. */
import { timingSafeEqual } from 'node:crypto'
import { refuse } from '@reelfair/contracts'
import { ConfigFault, defineService } from '@reelfair/service-kit'
import { type RequestHandler, Router } from 'express'
import { config, urlsOf } from './config.ts'
import { createSessionExchange, exchangeSession } from './exchange-session.ts'
import { forwardToService, LONGEST_REQUEST_MS } from './forward-to-service.ts'
import { forwardUpgrades } from './forward-upgrades.ts'
import { forwardWebhook } from './forward-webhook.ts'
import { limitByAddress, limitBySession } from './limit-requests.ts'
import { createLiveUpdates } from './live-updates.ts'
import { createPageStart } from './page-start.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import { refuseStrangeAddress } from './refuse-strange-address.ts'
import { hostsOf, refuseUnknownHost } from './refuse-unknown-host.ts'
import { securityHeaders } from './security-headers.ts'
import { listRemotes, serveRemotes } from './serve-remotes.ts'
import { serveShell } from './serve-shell.ts'

/** Longer than a service may think (10 s) and than live updates are silent (15 s). */
const QUIET_MS = 30_000

export const gateway = defineService({
  name: 'gateway',
  config,
  edge({ config, bus, clock, log, server, always, refuseSocket, onStop }) {
    const { PUBLIC_ORIGIN: publicOrigin, TRUST_PROXY: proxies, DEV_ORIGINS: devOrigins } = config
    const remotes = { creator: config.REMOTE_CREATOR, brand: config.REMOTE_BRAND, admin: config.REMOTE_ADMIN }
    const urls = urlsOf(config)
    if (devOrigins.length > 0 && publicOrigin.startsWith('https:'))
      throw new ConfigFault('gateway', [
        'DEV_ORIGINS loosens what pages may do and is for plain http on this machine only: leave it out with an https PUBLIC_ORIGIN.',
      ])
    const sessions = createSessionExchange({ identityUrl: urls.identity, gatewaySecret: config.GATEWAY_SECRET, clock, log })
    const live = createLiveUpdates({ bus, sessions, log })
    onStop(live.stop)
    const isOurHost = hostsOf(publicOrigin, config.ALLOWED_HOSTS)
    if (devOrigins.length > 0) forwardUpgrades(server, { publicOrigin, isOurHost, refuseSocket, shell: config.SHELL_APP, remotes })
    // A connection on which nothing moves: also the only limit for who asks for a file and does not read it.
    server.setTimeout(QUIET_MS)
    // For files; what is none has its own, shorter limit (relay-request.ts).
    server.requestTimeout = LONGEST_REQUEST_MS

    always(securityHeaders(publicOrigin, clock))
    const router = Router({ caseSensitive: true, strict: true })
    router.use(refuseStrangeAddress)
    router.get(['/healthz', '/readyz'], toServiceKit)
    router.get('/metrics', onlyWith(config.METRICS_TOKEN), toServiceKit)
    // After the operator's routes: probes of a cluster name the address of a pod.
    router.use(refuseUnknownHost(isOurHost))
    // Before the limits and the guard of pages: it comes from no page, in bursts, from few addresses, and is believed by its signature.
    router.use('/webhooks', limitByAddress(config.WEBHOOKS_PER_ADDRESS, proxies), forwardWebhook({ urls, proxies, log }))
    router.use(limitByAddress(config.REQUESTS_PER_ADDRESS, proxies))
    router.use(refuseForeignOrigin(publicOrigin))

    router.use('/api', exchangeSession(sessions), limitBySession(config.REQUESTS_PER_SESSION))
    router.get('/api/live', live.open)
    router.use('/api', forwardToService({ urls, publicOrigin, proxies, sessions, log }))

    router.get('/remotes.json', listRemotes(remotes))
    router.get('/remotes/{*path}', serveRemotes(remotes, log))
    const startOf = createPageStart({ identityUrl: urls.identity, sessions, remotes, log })
    router.use(
      serveShell({
        source: config.SHELL_APP,
        startOf,
        supportEmail: config.SUPPORT_EMAIL,
        pictureOrigins: config.PICTURE_ORIGINS,
        devOrigins,
        log,
      }),
    )
    return router
  },
})

const toServiceKit: RequestHandler = (_req, _res, next) => next('router')

function onlyWith(token: string | undefined): RequestHandler {
  const wanted = Buffer.from(`Bearer ${token}`)
  return (req, _res, next) => {
    const given = Buffer.from(req.headers.authorization ?? '')
    if (token === undefined || given.length !== wanted.length || !timingSafeEqual(given, wanted)) refuse('not_found')
    next()
  }
}
