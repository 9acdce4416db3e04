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

const HOOKS: readonly (readonly [RegExp, ServiceName])[] = [
  [/^\/webhooks\/stripe\/(?:platform|connect|thin)$/, 'payouts'],
  [/^\/webhooks\/verification$/, 'verification'],
]

/** Answers 404 to unknown endpoints and to all methods except POST. */
export function forwardWebhook({ urls, proxies, log }: Options): RequestHandler {
  return async (req, res) => {
    const path = req.originalUrl
    const [, to] = HOOKS.find(([shape]) => shape.test(path)) ?? []
    if (to === undefined || req.method !== 'POST') refuse('not_found')
    nameRoute(res, path)
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
