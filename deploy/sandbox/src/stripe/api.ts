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
import { rejected, StripeFault } from './fault.ts'
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

function demandKey(request: Request, { state }: World): void {
  const header = request.get('authorization') ?? ''
  const basic = /^Basic (.+)$/.exec(header)?.[1]
  const key = basic ? Buffer.from(basic, 'base64').toString().split(':')[0] : /^Bearer (.+)$/.exec(header)?.[1]
  if (!key)
    throw rejected(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    )
  if (key !== state.secretKey)
    throw rejected(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
}

function demandAccount(account: string | undefined, { state }: World): void {
  if (account && !state.accounts.has(account))
    throw rejected(
      403,
      'invalid_request_error',
      `The provided key does not have access to account '${account}' (or that account does not exist).`,
      'account_invalid',
    )
}

function paramsOf(request: Request): Record<string, unknown> {
  const query = request.originalUrl.split('?')[1] ?? ''
  if (request.method !== 'POST') return parseForm(query)
  const body = typeof request.body === 'string' ? request.body : ''
  if (!request.path.startsWith('/v2/')) return { ...parseForm(query), ...parseForm(body) }
  if (body === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw rejected(400, 'invalid_request_error', 'The body is not JSON.', 'invalid_json')
  }
}

function takeFault({ state }: World, request: Request): FaultRule | undefined {
  const rule = state.faults.find((one) => (one.method === undefined || one.method === request.method) && request.path.startsWith(one.path))
  if (!rule) return undefined
  rule.times -= 1
  if (rule.times <= 0) state.faults = state.faults.filter((one) => one !== rule)
  return rule
}

/** Applies faults that occur before the endpoint runs. Returns `true` when the request must not get a response. */
function before(fault: FaultRule | undefined, response: Response): boolean {
  switch (fault?.kind) {
    case 'rate_limit':
      response.set('stripe-rate-limited-reason', 'global-rate')
      throw rejected(
        429,
        'rate_limit_error',
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
        'rate_limit',
      )
    case 'error':
      throw rejected(500, 'api_error', 'An unknown error occurred')
    case 'conflict':
      throw rejected(
        409,
        'invalid_request_error',
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
        'lock_timeout',
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

/** Closes the connection without a response, after any client's timeout has passed. */
function neverAnswer(response: Response): void {
  const timer = setTimeout(() => response.socket?.destroy(), NEVER_MS)
  timer.unref()
  response.once('close', () => clearTimeout(timer))
}

/**
 * Returns the stored response for an idempotency key.
 * @throws StripeFault when the key was used with different parameters, or its first request is still running
 */
function replay(kept: KeptAnswer | undefined, fingerprint: string, key: string): KeptAnswer['answer'] {
  if (!kept) return undefined
  if (kept.fingerprint !== fingerprint)
    throw rejected(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  if (!kept.answer)
    throw rejected(
      409,
      'idempotency_error',
      `There is currently another in-progress request using this Stripe-Account and Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
      'idempotency_key_in_use',
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

interface Outcome {
  readonly status: number
  readonly body: object
  readonly kept: boolean
}

const answerOf = (error: unknown): Outcome => {
  if (error instanceof StripeFault) return { status: error.status, body: { error: { ...error.body } }, kept: error.kept }
  throw error
}

function callOf(request: Request, world: World): Call {
  const account = request.get('stripe-account') ?? request.get('stripe-context')
  return {
    world,
    path: request.params as Record<string, string>,
    ...(account ? { account } : {}),
    requestId: newId('req_', 14),
    idempotencyKey: request.method === 'POST' ? (request.get('idempotency-key') ?? null) : null,
  }
}

const slotOf = ({ account, idempotencyKey }: Call) => `${account ?? ''} ${idempotencyKey}`

/**
 * Reserves the call's idempotency key, if any.
 * @returns the stored response when the key was used before
 */
function claimKey(call: Call, request: Request, params: Record<string, unknown>): KeptAnswer['answer'] {
  const { world, idempotencyKey: key } = call
  if (key === null) return undefined
  const slot = slotOf(call)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.path, params]))
    .digest('hex')
  const known = world.state.keptAnswers.get(slot)
  const first = replay(known && world.nowMs() - known.atMs < KEY_TTL_MS ? known : undefined, fingerprint, key)
  if (first) return first
  world.state.keptAnswers.delete(slot)
  world.state.keptAnswers.set(slot, { fingerprint, atMs: world.nowMs() })
  return undefined
}

/** Stores the outcome under the idempotency key: as `answer` if the response has been sent, otherwise as `coming`. */
function keepOutcome(call: Call, { status, body, kept }: Outcome, as: 'answer' | 'coming'): void {
  const { world, requestId } = call
  const row = world.state.keptAnswers.get(slotOf(call))
  if (call.idempotencyKey !== null && row) {
    if (kept) row[as] = { status, body, requestId }
    else if (as === 'answer') world.state.keptAnswers.delete(slotOf(call))
  }
  world.save()
}

const serve =
  (endpoint: Endpoint, world: World): RequestHandler =>
  (request, response) => {
    const call = callOf(request, world)
    const { account, requestId, idempotencyKey: key } = call
    response.set({
      'request-id': requestId,
      'stripe-version': request.get('stripe-version') ?? API_VERSION,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(account ? { 'stripe-account': account } : {}),
    })
    world.tick()
    try {
      demandKey(request, world)
      demandAccount(account, world)
      const fault = takeFault(world, request)
      if (before(fault, response)) return
      if (key !== null && key.length > KEY_MAX)
        throw rejected(400, 'invalid_request_error', 'Idempotency-Key may be at most 255 characters long.')
      const params = paramsOf(request)
      const first = claimKey(call, request, params)
      if (first) {
        response.set({ 'idempotent-replayed': 'true', 'original-request': first.requestId })
        return send(first, fault, response)
      }
      const outcome = attempt(() => run(endpoint, call, params), fault)
      const finish = () => {
        keepOutcome(call, outcome, 'answer')
        send(outcome, fault, response)
      }
      if (fault?.kind !== 'slow') return finish()
      keepOutcome(call, outcome, 'coming')
      setTimeout(finish, fault.delayMs)
    } catch (error) {
      send(answerOf(error), undefined, response)
    }
  }

function attempt(work: () => object, fault: FaultRule | undefined): Outcome {
  try {
    const body = work()
    if (fault?.kind === 'error_after') throw new StripeFault(500, { type: 'api_error', message: 'An unknown error occurred' })
    return { status: 200, body, kept: true }
  } catch (error) {
    return answerOf(error)
  }
}

function send({ status, body }: { status: number; body: unknown }, fault: FaultRule | undefined, response: Response): void {
  if (fault?.kind === 'drop_after') response.socket?.destroy()
  else if (fault?.kind === 'timeout_after') neverAnswer(response)
  else response.status(status).json(body)
}

/** Deletes expired idempotency keys. Keys are ordered by age, so the loop stops at the first valid key. */
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
