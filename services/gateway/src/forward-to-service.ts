/** Forwards `/api/<service>/…` to the service as `/…`, with the session token and only the headers listed here. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { BlockList } from 'node:net'
import { BRAND_LOGO_MAX_BYTES, type ErrorCode, MEDIA_MAX_BYTES, refuse, type ServiceName } from '@reelfair/contracts'
import { type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { Request, RequestHandler, Response } from 'express'
import { clientAddress } from './client-address.ts'
import { type Session, type SessionExchange, sessionOf } from './exchange-session.ts'
import { hasBody, type Limits, relayRequest } from './relay-request.ts'
import { type CookieName, localeOf, secretOf, setCookie } from './session-cookie.ts'

/** All other request headers are dropped, including hop-by-hop, `X-…` and `Authorization`. */
const PASS_IN = ['accept', 'accept-language', 'content-type', 'content-length', 'idempotency-key', 'if-none-match', 'range', 'user-agent']
/** The only response headers passed to the browser. Cookies, server names and connection headers are dropped. */
const PASS_OUT = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-language',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
  'retry-after',
  'allow',
  'vary',
]

/** Only the gateway and operators may call these routes, which every service has at its root. */
const INTERNAL = /^\/(?:healthz|readyz|metrics|sessions\/token|webhooks|sandbox|openapi|asyncapi)(?:[/.]|$)/i

const COOKIES: readonly CookieName[] = ['session', 'device', 'oauth', 'challenge']

const BODY_BYTES = 1024 * 1024

interface Upload extends Limits {
  readonly shape: RegExp
  /** Other sites cannot send these content types without a CORS preflight. */
  readonly types: RegExp
  readonly wrongType: ErrorCode
}

/** Routes that accept raw files. The services enforce the same rules and check the content. */
const UPLOADS: readonly Upload[] = [
  {
    shape: /^\/api\/campaigns\/media$/,
    types: /^(?:image\/(?:png|jpeg)|video\/webm)\s*(?:;|$)/i,
    wrongType: 'media_type',
    bodyBytes: MEDIA_MAX_BYTES,
    tooLarge: 'media_too_large',
    wholeRequestMs: 300_000,
    // The campaigns service checks and stores the file before it responds.
    firstByteMs: 60_000,
  },
  {
    shape: /^\/api\/identity\/brand\/logo$/,
    types: /^image\/(?:png|jpeg|webp)\s*(?:;|$)/i,
    wrongType: 'brand_logo_type',
    bodyBytes: BRAND_LOGO_MAX_BYTES,
    tooLarge: 'brand_logo_too_large',
  },
]
export const MAX_REQUEST_MS = 300_000

interface Options {
  readonly urls: Readonly<Record<ServiceName, string>>
  readonly publicOrigin: string
  readonly proxies: BlockList
  readonly sessions: SessionExchange
  readonly log: EdgeHandles<unknown>['log']
  readonly limits?: Partial<Limits>
}

/** Requiring JSON also blocks other sites, which cannot send JSON without a CORS preflight. */
const isPlainJson = ({ headers }: IncomingMessage) =>
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined

function pick(from: IncomingMessage, names: readonly string[]): OutgoingHttpHeaders {
  const picked: OutgoingHttpHeaders = {}
  for (const name of names) if (from.headers[name] !== undefined) picked[name] = from.headers[name]
  return picked
}

/** Sandboxes a user's uploaded file, in case someone opens its address directly. */
const confine = ({ headers }: IncomingMessage): OutgoingHttpHeaders =>
  /^application\/(?:problem\+)?json\b/.test(headers['content-type'] ?? 'application/json')
    ? {}
    : { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox" }

export function forwardToService(options: Options): RequestHandler {
  const { urls, sessions, log, limits } = options
  const services = new Map(Object.entries(urls))
  return async (req, res) => {
    const [, service = '', path = '', query = ''] = /^\/api\/([a-z]+)(\/[^?]*)(\?.*)?$/.exec(req.originalUrl) ?? []
    const origin = services.get(service)
    if (!origin || INTERNAL.test(path)) refuse('not_found')
    const file = req.method === 'POST' ? UPLOADS.find(({ shape }) => shape.test(req.originalUrl)) : undefined
    if (file) {
      if (!file.types.test(req.headers['content-type'] ?? '') || req.headers['content-encoding'] !== undefined) refuse(file.wrongType)
    } else if (hasBody(req) && !isPlainJson(req)) refuse('wrong_type')

    const session = sessionOf(res)
    nameRoute(res, `/api/${service}`, session?.claims.sub)
    await relayRequest(req, res, {
      to: service,
      origin,
      path: path + query,
      headers: forwardedHeaders(req, service, origin, session, options),
      limits: { ...(file ?? { bodyBytes: BODY_BYTES }), ...limits },
      log,
      answerWith: (answer) => {
        if (session && answer.statusCode === 401 && (service !== 'identity' || req.method === 'GET')) refuseExpiredToken(req, sessions)
        if (service === 'identity') applyIdentityHeaders(req, res, answer, sessions)
        return { status: answer.statusCode ?? 502, headers: { ...pick(answer, PASS_OUT), ...confine(answer) } }
      },
    })
  }
}

function forwardedHeaders(
  req: Request,
  service: string,
  origin: string,
  session: Session | undefined,
  { publicOrigin, proxies }: Options,
): OutgoingHttpHeaders {
  const locale = localeOf(req.headers.cookie)
  const secretForIdentity = (cookie: CookieName) => (service === 'identity' ? secretOf(req.headers.cookie, cookie) : undefined)
  const [device, oauth, challenge] = (['device', 'oauth', 'challenge'] as const).map(secretForIdentity)
  return {
    ...pick(req, PASS_IN),
    // Overrides the header, because preload requests contain the browser's language instead of the user's.
    ...(locale ? { 'accept-language': locale } : {}),
    host: new URL(origin).host,
    'x-request-id': req.headers['x-request-id'],
    'x-forwarded-for': clientAddress(req, proxies),
    'x-forwarded-proto': new URL(publicOrigin).protocol.slice(0, -1),
    'x-forwarded-host': new URL(publicOrigin).host,
    ...(session ? { authorization: `Bearer ${session.token}` } : {}),
    ...(device ? { 'x-device': device } : {}),
    ...(oauth ? { 'x-oauth': oauth } : {}),
    ...(challenge ? { 'x-challenge': challenge } : {}),
    ...(req.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
  }
}

/** The token expired in transit. The next request asks identity whether the session is still active. */
function refuseExpiredToken(req: Request, sessions: SessionExchange): never {
  const secret = secretOf(req.headers.cookie)
  if (secret) sessions.forgetSecret(secret)
  return refuse('unavailable')
}

/**
 * Only identity may set cookies. A write to identity may change the session, so the next request asks identity again.
 */
function applyIdentityHeaders(req: Request, res: Response, { headers: orders }: IncomingMessage, sessions: SessionExchange): void {
  const order = orders['x-set-session']
  const cookies = COOKIES.flatMap((cookie) => {
    const wanted = orders[`x-set-${cookie}`]
    return typeof wanted === 'string' ? [setCookie(wanted, cookie)] : []
  })
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  // The browser's cache still holds the data of the user who has just signed out.
  if (typeof order === 'string' && order.startsWith(';')) res.setHeader('Clear-Site-Data', '"cache"')
  const secret = secretOf(req.headers.cookie)
  if (secret && (order !== undefined || (req.method !== 'GET' && req.method !== 'HEAD'))) sessions.forgetSecret(secret)
}
