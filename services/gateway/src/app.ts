/** The only public entry point. Each request passes through the middleware below in order. */
import { timingSafeEqual } from 'node:crypto'
import { refuse } from '@reelfair/contracts'
import { ConfigError, defineService } from '@reelfair/service-kit'
import { type RequestHandler, Router } from 'express'
import { createCollabHead } from './collab-head.ts'
import { config, urlsOf } from './config.ts'
import { createSessionExchange, exchangeSession } from './exchange-session.ts'
import { forwardToService, MAX_REQUEST_MS } from './forward-to-service.ts'
import { forwardUpgrades } from './forward-upgrades.ts'
import { forwardWebhook } from './forward-webhook.ts'
import { limitByAddress, limitBySession } from './limit-requests.ts'
import { createLiveUpdates } from './live-updates.ts'
import { createPagePreload } from './page-preload.ts'
import { createPublicSettings } from './public-settings.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import { refuseMalformedPath } from './refuse-malformed-path.ts'
import { hostsOf, refuseUnknownHost } from './refuse-unknown-host.ts'
import { securityHeaders } from './security-headers.ts'
import { createLanding } from './serve-landing.ts'
import { listRemotes, serveRemotes } from './serve-remotes.ts'
import { serveShell } from './serve-shell.ts'

/** Idle timeout, longer than the time limit for services (10 s) and the interval between live heartbeats (15 s). */
const QUIET_MS = 30_000

export const gateway = defineService({
  name: 'gateway',
  config,
  edge({ config, bus, clock, log, server, always, refuseSocket, onStop }) {
    const { PUBLIC_ORIGIN: publicOrigin, TRUST_PROXY: proxies, DEV_ORIGINS: devOrigins } = config
    const remotes = { creator: config.REMOTE_CREATOR, brand: config.REMOTE_BRAND, admin: config.REMOTE_ADMIN }
    const urls = urlsOf(config)
    if (devOrigins.length > 0 && publicOrigin.startsWith('https:'))
      throw new ConfigError('gateway', [
        'DEV_ORIGINS relaxes the content security policy for local development over http; remove it when PUBLIC_ORIGIN uses https.',
      ])
    const sessions = createSessionExchange({ identityUrl: urls.identity, gatewaySecret: config.GATEWAY_SECRET, clock, log })
    const live = createLiveUpdates({ bus, sessions, log })
    onStop(live.stop)
    const isOurHost = hostsOf(publicOrigin, config.ALLOWED_HOSTS)
    if (devOrigins.length > 0) forwardUpgrades(server, { publicOrigin, isOurHost, refuseSocket, shell: config.SHELL_APP, remotes })
    // The only limit for a client that requests a file but does not read the response.
    server.setTimeout(QUIET_MS)
    // Time limit for uploads; relay-request.ts sets a shorter one for other requests.
    server.requestTimeout = MAX_REQUEST_MS

    always(securityHeaders(publicOrigin, clock))
    const router = Router({ caseSensitive: true, strict: true })
    router.use(refuseMalformedPath)
    router.get(['/healthz', '/readyz'], toServiceKit)
    router.get('/metrics', onlyWith(config.METRICS_TOKEN), toServiceKit)
    // Registered after the operators' routes, because cluster probes use a pod's address as the host.
    router.use(refuseUnknownHost(isOurHost))
    // Registered before the other limits and the origin check, because webhooks arrive in bursts from a few addresses,
    // and their signature authenticates them.
    const hooks = [limitByAddress(config.WEBHOOKS_PER_ADDRESS, proxies), forwardWebhook({ urls, proxies, log })]
    router.use('/webhooks', ...hooks)
    router.post('/unsubscribe/:token', ...hooks)
    router.use(limitByAddress(config.REQUESTS_PER_ADDRESS, proxies))
    router.use(refuseForeignOrigin(publicOrigin))

    router.use('/api', exchangeSession(sessions), limitBySession(config.REQUESTS_PER_SESSION))
    router.get('/api/live', live.open)
    router.use('/api', forwardToService({ urls, publicOrigin, proxies, sessions, log }))

    router.get('/remotes.json', listRemotes(remotes))
    router.get('/remotes/{*path}', serveRemotes(remotes, log))
    const settings = createPublicSettings({ identityUrl: urls.identity, clock, log })
    const landing = createLanding({ source: config.SHELL_APP, settings, publicOrigin, sessions, log })
    router.get('/', landing.page('en'))
    router.get('/fr', landing.page('fr'))
    router.get('/robots.txt', landing.file('robots.txt'))
    router.get('/sitemap.xml', landing.file('sitemap.xml'))
    const startOf = createPagePreload({ identityUrl: urls.identity, sessions, remotes, log })
    router.use(
      serveShell({
        source: config.SHELL_APP,
        startOf,
        settings,
        collabHead: createCollabHead({ verificationUrl: urls.verification, publicOrigin, log }),
        proxies,
        withGoogle: config.GOOGLE_CLIENT_ID !== undefined,
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
