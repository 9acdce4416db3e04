/**
 * Webhooks carry no cookie, session or origin. Their signature authenticates them, so not a single byte of the body
 * may change.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { BlockList } from 'node:net'
import { refuse, type ServiceName } from '@reelfair/contracts'
import { type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import { clientAddress } from './client-address.ts'
import { relayRequest } from './relay-request.ts'

const PASS_IN = ['content-type', 'content-length', 'content-encoding', 'stripe-signature', 'workflow-signature', 'user-agent']
const PASS_OUT = ['content-type', 'content-length', 'retry-after']
/** Far larger than any webhook from Stripe or the verification workflow; the services have their own limits. */
const BODY_BYTES = 1024 * 1024

interface Options {
  readonly urls: Readonly<Record<ServiceName, string>>
  readonly proxies: BlockList
  readonly log: EdgeHandles<unknown>['log']
}

interface Hook {
  readonly shape: RegExp
  readonly to: ServiceName
  /** Prefix of the service's path. */
  readonly under?: string
  /** Shown in logs and metrics instead of a path that contains a token. */
  readonly name?: string
}

const HOOKS: readonly Hook[] = [
  { shape: /^\/webhooks\/stripe\/(?:platform|connect|thin)$/, to: 'payouts' },
  { shape: /^\/webhooks\/verification$/, to: 'verification' },
  // Mailbox providers send this request for a user who unsubscribes there. @source RFC 8058
  { shape: /^\/unsubscribe\/[\w~-]{1,300}$/, to: 'identity', under: '/webhooks', name: '/unsubscribe' },
]

/** Returns 404 for unknown endpoints and for all methods except POST. */
export function forwardWebhook({ urls, proxies, log }: Options): RequestHandler {
  return async (req, res) => {
    const hook = HOOKS.find(({ shape }) => shape.test(req.originalUrl))
    if (!hook || req.method !== 'POST') refuse('not_found')
    const { to, under = '', name = req.originalUrl } = hook
    const path = under + req.originalUrl
    nameRoute(res, name)
    const origin = urls[to]
    const headers: OutgoingHttpHeaders = { host: new URL(origin).host, 'x-request-id': req.headers['x-request-id'] }
    Object.assign(headers, picked(req, PASS_IN))
    if (req.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
    headers['x-forwarded-for'] = clientAddress(req, proxies)
    await relayRequest(req, res, {
      to,
      origin,
      path,
      headers,
      limits: { bodyBytes: BODY_BYTES },
      log,
      answerWith: (answer) => ({ status: answer.statusCode ?? 502, headers: picked(answer, PASS_OUT) }),
    })
  }
}

function picked({ headers }: IncomingMessage, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]))
}
