/** Starts the real gateway with small servers in place of the services, and folders of files in place of the builds. */
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { type EventDraft, type Role, SERVICES, type ServiceName, type SessionClaims } from '@reelfair/contracts'
import { type Clock, inProcessBus, makeSessionKeys, mintToken, startService, systemClock } from '@reelfair/service-kit'
import { cleanUpLater } from '@reelfair/testkit'
import { pino } from 'pino'
import { gateway } from '../app.ts'
import { openStream, type RequestOptions, sendRequest } from './send-request.ts'
import { echo, listenTo, makeFolder, readBody } from './servers.ts'

const keys = makeSessionKeys()
const privateKey = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d: keys.privateKey, x: keys.publicKey } })
const GATEWAY_SECRET = 'the-gateway-of-the-tests-0123456789'

interface Account {
  readonly userId: string
  readonly sessionId: string
  readonly secret: string
  readonly cookie: string
}

interface World {
  readonly env?: Readonly<Record<string, string>>
  readonly services?: Partial<Record<ServiceName, RequestListener>>
  readonly clock?: Clock
}

export const pageHtml =
  '<!doctype html><html><head><link rel="icon" href="data:,"><meta name="csp-nonce" content="{{nonce}}"><meta name="session" content="{{session}}"><meta name="support-email" content="{{supportEmail}}"><meta name="google" content="{{google}}"><style nonce="{{nonce}}"></style></head><body>shell</body></html>'

const landingHtml = (name: string) =>
  `<!doctype html><html><head><script>theme()</script><style>p{color:red}</style><link rel="canonical" href="{{origin}}/"></head><body>${name}<p>{{unknown}}</p></body></html>`

/** The shell's build, with a landing page for each language and side. */
const shellFiles = {
  'index.html': pageHtml,
  'static/js/index.0123456789.js': 'shell()',
  'robots.txt': 'Sitemap: {{origin}}/sitemap.xml\n',
  'sitemap.xml': '<loc>{{origin}}/</loc>',
  ...Object.fromEntries(['en-brand', 'en-creator', 'fr-brand', 'fr-creator'].map((name) => [`landing/${name}.html`, landingHtml(name)])),
}

export async function startGateway({ env = {}, services = {}, clock = systemClock }: World = {}) {
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const bus = inProcessBus({ log })

  /** Sessions known to identity's `POST /sessions/token`. `beforeAnswer` delays the response or destroys it. */
  const people = new Map<string, SessionClaims>()
  const identityState = { exchanges: 0, beforeAnswer: async (_res: ServerResponse): Promise<void> => {} }
  const identity: RequestListener = async (req, res) => {
    if (req.url !== '/sessions/token') return services.identity ? services.identity(req, res) : echo('identity')(req, res)
    const { secret } = JSON.parse(String(await readBody(req))) as { secret: string }
    identityState.exchanges += 1
    await identityState.beforeAnswer(res)
    if (res.writableEnded || res.destroyed) return
    const claims = people.get(secret)
    if (req.headers['x-gateway-secret'] !== GATEWAY_SECRET) return void res.writeHead(404).end()
    if (!claims) return void res.writeHead(401, { 'content-type': 'application/problem+json' }).end('{"code":"not_signed_in"}')
    const token = await mintToken(claims, privateKey)
    const me = { id: claims.sub, email: 'somebody@reelfair.example', role: claims.role, complete: claims.complete }
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ token, me }))
  }

  const urls: Record<string, string> = {}
  for (const name of SERVICES.filter((one) => one !== 'identity')) {
    urls[`${name.toUpperCase()}_URL`] = (await listenTo(services[name] ?? echo(name))).url
  }
  urls.IDENTITY_URL = (await listenTo((req, res) => void identity(req, res))).url

  const folders: Record<string, string> = {}
  if (!env.SHELL_APP) folders.SHELL_APP = await makeFolder(shellFiles)
  for (const name of ['creator', 'brand', 'admin']) {
    const key = `REMOTE_${name.toUpperCase()}`
    if (!env[key]) folders[key] = await makeFolder({ 'mf-manifest.json': `{"name":"${name}"}` })
  }

  const running = await startService(gateway, {
    env: {
      PUBLIC_ORIGIN: 'http://localhost:4000',
      SESSION_PUBLIC_KEY: keys.publicKey,
      GATEWAY_SECRET,
      LOG_LEVEL: 'silent',
      ...urls,
      ...folders,
      ...env,
    },
    bus,
    clock,
    log,
  })
  cleanUpLater(async () => {
    await running.stop()
    await bus.close()
  })

  return {
    url: running.url,
    stop: () => running.stop(),
    identity: identityState,
    folders,
    ask: (path: string, question?: RequestOptions) => sendRequest(running.url, path, question),
    live: (headers: Record<string, string> = {}) => openStream(running.url, headers),
    signIn(
      role: Role = 'brand',
      { userId = randomUUID(), complete = true, termsOutdated }: { userId?: string; complete?: boolean; termsOutdated?: true } = {},
    ): Account {
      const secret = randomBytes(32).toString('base64url')
      const sessionId = randomUUID()
      people.set(secret, { sub: userId, sid: sessionId, role, complete, termsOutdated })
      return { userId, sessionId, secret, cookie: `__Host-session=${secret}` }
    },
    know: (secret: string) => people.set(secret, { sub: randomUUID(), sid: randomUUID(), role: 'brand', complete: true }),
    change: (who: Account, change: { role?: Role; complete?: boolean }) =>
      people.set(who.secret, { sub: who.userId, sid: who.sessionId, role: 'brand', complete: true, ...change }),
    /** Ends a session in identity without publishing an event. */
    endSilently: (who: Account) => people.delete(who.secret),
    async publish(event: EventDraft): Promise<void> {
      const id = randomUUID()
      const { type, version: dataversion, data } = event
      const time = clock.now().toISOString()
      const envelope = {
        specversion: '1.0',
        id,
        type,
        source: '/test',
        time,
        datacontenttype: 'application/json',
        dataversion,
        causationid: id,
        data,
      }
      await bus.publish([{ id, type, body: Buffer.from(JSON.stringify(envelope)), transient: true }])
    },
    publishRaw: (type: string, body: string) => bus.publish([{ id: randomUUID(), type, body: Buffer.from(body), transient: true }]),
  }
}
