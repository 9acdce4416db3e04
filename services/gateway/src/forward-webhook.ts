/** `/webhooks/stripe/<endpoint>` goes to payouts, byte by byte: no cookie, no session, no origin; its signature is what it is believed by. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { BlockList } from 'node:net'
import { refuse } from '@reelfair/contracts'
import { type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import { clientAddress } from './client-address.ts'
import { relayRequest } from './relay-request.ts'

const PASS_IN = ['content-type', 'content-length', 'content-encoding', 'stripe-signature', 'user-agent']
const PASS_OUT = ['content-type', 'content-length', 'retry-after']
/** Stripe sends far less; payouts has the same limit. */
const BODY_BYTES = 1024 * 1024

interface Options {
  readonly payoutsUrl: string
  readonly proxies: BlockList
  readonly log: EdgeHandles<unknown>['log']
}

/** Anything but POST, and any endpoint that is none, is not there. */
export function forwardWebhook({ payoutsUrl, proxies, log }: Options): RequestHandler {
  return async (req, res) => {
    const [, endpoint] = /^\/webhooks\/stripe\/(platform|connect|thin)$/.exec(req.originalUrl) ?? []
    if (endpoint === undefined || req.method !== 'POST') refuse('not_found')
    nameRoute(res, `/webhooks/stripe/${endpoint}`)
    const headers: OutgoingHttpHeaders = { host: new URL(payoutsUrl).host, 'x-request-id': req.headers['x-request-id'] }
    Object.assign(headers, picked(req, PASS_IN))
    if (req.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
    headers['x-forwarded-for'] = clientAddress(req, proxies)
    await relayRequest(req, res, {
      to: 'payouts',
      origin: payoutsUrl,
      path: `/webhooks/stripe/${endpoint}`,
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
