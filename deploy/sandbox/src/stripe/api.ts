/** Serves the Stripe API: checks the API key, injects faults, handles idempotency keys and runs the endpoint. */
import { createHash } from 'node:crypto'
import { type NextFunction, type Request, type RequestHandler, type Response, Router, text } from 'express'
import { z } from 'zod'
import type { FaultRule, KeptAnswer } from '../state.ts'
import { newId, type World } from '../world.ts'
import { accountEndpoints } from './accounts.ts'
import { accountV1Endpoints } from './accounts-v1.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { chargeEndpoints } from './charges.ts'
import { checkoutEndpoints } from './checkout.ts'
import { customerEndpoints } from './customers.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { expand } from './expand.ts'
import { StripeFault } from './fault.ts'
import { methodEndpoints } from './methods.ts'
import { moneyEndpoints } from './money.ts'
import { parseForm, readParams } from './params.ts'
import { transferEndpoints } from './transfers.ts'
import { API_VERSION } from './version.ts'

export const endpoints: readonly Endpoint[] = [
  ...customerEndpoints,
  ...checkoutEndpoints,
  ...chargeEndpoints,
  ...moneyEndpoints,
  ...transferEndpoints,
  ...accountEndpoints,
  ...accountV1Endpoints,
  ...catalogueEndpoints,
  ...methodEndpoints,
  ...eventEndpoints,
]

const KEY_TTL_MS = 24 * 3_600_000
const KEY_MAX = 255
const NEVER_MS = 110_000

const apiFault = (status: number, message: string) => new StripeFault(status, { type: 'api_error', message })

function demandKey(request: Request, { state }: World): void {
  const header = request.get('authorization') ?? ''
  const basic = /^Basic (.+)$/.exec(header)?.[1]
  const key = basic ? Buffer.from(basic, 'base64').toString().split(':')[0] : /^Bearer (.+)$/.exec(header)?.[1]
  if (!key)
    throw new StripeFault(
      401,
      {
        type: 'invalid_request_error',
        message: 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
      },
      false,
    )
  if (key !== state.secretKey)
    throw new StripeFault(
      401,
      { type: 'invalid_request_error', message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}` },
      false,
    )
}

/** Parameters from the query and, for a POST, from the body: a form in v1, JSON in v2. */
function paramsOf(request: Request): Record<string, unknown> {
  const query = request.originalUrl.split('?')[1] ?? ''
  if (request.method !== 'POST') return parseForm(query)
  const body = typeof request.body === 'string' ? request.body : ''
  if (!request.path.startsWith('/v2/')) return { ...parseForm(query), ...parseForm(body) }
  if (body === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw new StripeFault(400, { type: 'invalid_request_error', code: 'invalid_json', message: 'The body is not JSON.' }, false)
  }
}

function takeFault({ state }: World, request: Request): FaultRule | undefined {
  const rule = state.faults.find((one) => (one.method === undefined || one.method === request.method) && request.path.startsWith(one.path))
  if (!rule) return undefined
  rule.times -= 1
  if (rule.times <= 0) state.faults = state.faults.filter((one) => one !== rule)
  return rule
}

/** Applies faults that occur before the endpoint runs. Returns `true` when the request must stay unanswered. */
function before(fault: FaultRule | undefined, response: Response): boolean {
  switch (fault?.kind) {
    case 'rate_limit':
      response.set('stripe-rate-limited-reason', 'global-rate')
      throw new StripeFault(
        429,
        {
          type: 'rate_limit_error',
          code: 'rate_limit',
          message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
        },
        false,
      )
    case 'error':
      throw new StripeFault(500, { type: 'api_error', message: 'An unknown error occurred' }, false)
    case 'conflict':
      throw new StripeFault(
        409,
        {
          type: 'invalid_request_error',
          code: 'lock_timeout',
          message: 'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
        },
        false,
      )
    case 'timeout_before':
      neverAnswer(response)
      return true
    case 'drop_before':
      response.socket?.destroy()
      return true
    default:
      return false
  }
}

/** Leaves a request unanswered, and closes the connection after a time longer than any client's timeout. */
function neverAnswer(response: Response): void {
  const timer = setTimeout(() => response.socket?.destroy(), NEVER_MS)
  timer.unref()
  response.once('close', () => clearTimeout(timer))
}

const dropsAnswer = (fault: FaultRule | undefined) => fault?.kind === 'timeout_after' || fault?.kind === 'drop_after'

/**
 * Returns the stored response for an idempotency key.
 * @throws StripeFault when the key was used with different parameters, or its first request is still running
 */
function replay(kept: KeptAnswer | undefined, fingerprint: string, key: string): KeptAnswer['answer'] {
  if (!kept) return undefined
  if (kept.fingerprint !== fingerprint)
    throw new StripeFault(
      400,
      {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      },
      false,
    )
  if (!kept.answer)
    throw new StripeFault(
      409,
      {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Stripe-Account and Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
      },
      false,
    )
  return kept.answer
}

function run(endpoint: Endpoint, call: Call, given: Record<string, unknown>): object {
  const v1 = endpoint.path.startsWith('/v1/')
  const { expand: wanted, ...rest } = given
  const params = readParams(endpoint.params, v1 ? rest : given)
  const paths = v1 ? readParams(z.array(z.string()).max(20).optional(), wanted) : undefined
  return expand(call.world, endpoint.run(params as never, call), paths ?? [])
}

const answerOf = (error: unknown): { status: number; body: object; kept: boolean } => {
  if (error instanceof StripeFault) return { status: error.status, body: { error: { ...error.body } }, kept: error.kept }
  throw error
}

function serve(endpoint: Endpoint, world: World): RequestHandler {
  return (request, response) => {
    const requestId = newId('req_', 14)
    const key = request.method === 'POST' ? (request.get('idempotency-key') ?? null) : null
    const account = request.get('stripe-account') ?? request.get('stripe-context')
    response.set({
      'request-id': requestId,
      'stripe-version': request.get('stripe-version') ?? API_VERSION,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(account ? { 'stripe-account': account } : {}),
    })
    world.tick()
    const slot = `${account ?? ''} ${key}`
    const send = (status: number, body: unknown) => void response.status(status).json(body)
    let fault: FaultRule | undefined
    try {
      demandKey(request, world)
      if (account && !world.state.accounts.has(account))
        throw new StripeFault(
          403,
          {
            type: 'invalid_request_error',
            code: 'account_invalid',
            message: `The provided key does not have access to account '${account}' (or that account does not exist).`,
          },
          false,
        )
      fault = takeFault(world, request)
      if (before(fault, response)) return
      if (key !== null && key.length > KEY_MAX)
        throw new StripeFault(400, { type: 'invalid_request_error', message: 'Idempotency-Key may be at most 255 characters long.' }, false)
      const params = paramsOf(request)
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([request.method, request.path, params]))
        .digest('hex')
      if (key !== null) {
        const known = world.state.keptAnswers.get(slot)
        const kept = known && world.nowMs() - known.atMs < KEY_TTL_MS ? known : undefined
        const first = replay(kept, fingerprint, key)
        if (first) {
          response.set({ 'idempotent-replayed': 'true', 'original-request': first.requestId })
          if (dropsAnswer(fault)) return drop(fault, response)
          return send(first.status, first.body)
        }
        world.state.keptAnswers.delete(slot)
        world.state.keptAnswers.set(slot, { fingerprint, atMs: world.nowMs() })
      }
      const call: Call = {
        world,
        path: request.params as Record<string, string>,
        ...(account ? { account } : {}),
        requestId,
        idempotencyKey: key,
      }
      const outcome = attempt(() => run(endpoint, call, params), fault)
      const finish = () => {
        const row = world.state.keptAnswers.get(slot)
        if (key !== null && row) {
          if (outcome.kept) row.answer = { status: outcome.status, body: outcome.body, requestId }
          else world.state.keptAnswers.delete(slot)
        }
        world.save()
      }
      if (fault?.kind === 'slow') {
        const row = world.state.keptAnswers.get(slot)
        if (key !== null && row && outcome.kept) row.coming = { status: outcome.status, body: outcome.body, requestId }
        world.save()
        setTimeout(() => {
          finish()
          send(outcome.status, outcome.body)
        }, fault.delayMs)
        return
      }
      finish()
      if (dropsAnswer(fault)) return drop(fault, response)
      send(outcome.status, outcome.body)
    } catch (error) {
      const { status, body } = answerOf(error)
      send(status, body)
    }
  }
}

function attempt(work: () => object, fault: FaultRule | undefined): { status: number; body: object; kept: boolean } {
  try {
    const body = work()
    if (fault?.kind === 'error_after') throw apiFault(500, 'An unknown error occurred')
    return { status: 200, body, kept: true }
  } catch (error) {
    return answerOf(error)
  }
}

function drop(fault: FaultRule | undefined, response: Response): void {
  if (fault?.kind === 'drop_after') response.socket?.destroy()
  else neverAnswer(response)
}

/** Deletes expired idempotency keys. They are ordered by age, so the loop stops at the first valid key. */
function deleteExpiredKeys({ state, nowMs }: World): void {
  for (const [slot, { atMs }] of state.keptAnswers) {
    if (nowMs() - atMs < KEY_TTL_MS) return
    state.keptAnswers.delete(slot)
  }
}

export function stripeApi(world: World): Router {
  const router = Router()
  router.use(['/v1', '/v2'], text({ type: () => true, limit: '1mb' }))
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'delete'
    router[method](endpoint.path, (request: Request, response: Response, next: NextFunction) => {
      if (method !== 'get') deleteExpiredKeys(world)
      return serve(endpoint, world)(request, response, next)
    })
  }
  router.use(['/v1', '/v2'], (request, response) => {
    response.status(404).json({
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.originalUrl.split('?')[0]}). The sandbox implements only what Reelfair uses.`,
      },
    })
  })
  return router
}
