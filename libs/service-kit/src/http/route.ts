/** One line of a service's table of contents as an Express handler: who, how often, what, run, answer. */
import type { IncomingMessage } from 'node:http'
import { type Locale, Refusal, refuse } from '@reelfair/contracts'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { contextOf, type World } from '../context.ts'
import type { Answer, Context, RawRequest, Route } from '../service.ts'
import { addressOf, admit, type Keys } from './access.ts'
import { readJson, readRaw } from './body.ts'
import { beginExchange, type Exchange, type Front, send, sendError } from './exchange.ts'
import { inputMessages } from './locale.ts'
import { InvalidInput } from './problem.ts'
import { rateLimit } from './rate-limit.ts'
import { keyedRequest, once, type Rendered, type Requests } from './requests.ts'

const BODY_LIMIT_BYTES = 100 * 1024
const PER_MINUTE = { read: 600, write: 120 }
/** Whoever waits longer has gone; the database's own limits are shorter. */
const ANSWER_WITHIN_MS = 30_000

const Key = z.looseObject({ 'idempotency-key': z.uuid().optional() })

export interface RouteWorld {
  readonly world: World
  readonly front: Front
  readonly keys: Keys
  readonly requests: Requests
  /** No rate limits: for load tests and the bench. */
  readonly unlimited: boolean
}

/** The handler of a route. All that can be worked out once is worked out here. */
export function routeHandler(
  route: Route,
  { world, front, keys, requests, unlimited }: RouteWorld,
): (request: Request, response: Response) => Promise<void> {
  const { method, path, options } = route
  const name = `${method.toUpperCase()} ${path}`
  const reads = method === 'get'
  const hasBody = method !== 'get' && method !== 'delete'
  const input = strictInput(options.input)
  const limit = unlimited ? () => 0 : rateLimit(options.perMinute ?? (reads ? PER_MINUTE.read : PER_MINUTE.write))
  const render = renderer(route)
  const tryRender = (result: unknown) => {
    try {
      return render(result)
    } catch {
      // What a transaction returned need not be the answer; if the answer itself cannot be rendered, the request fails below.
      return undefined
    }
  }

  async function answer(request: Request, response: Response, exchange: Exchange): Promise<void> {
    const actor = await admit(request, options.role, keys, world.clock.now())
    if (actor.kind === 'user') exchange.actorId = actor.id
    const ip = addressOf(request)
    const seconds = actor.kind === 'gateway' ? 0 : limit(actor.kind === 'user' ? actor.id : ip)
    if (seconds > 0) refuse('too_many_requests', { seconds })

    if (options.raw) {
      const raw: RawRequest = {
        body: await readRaw(request, options.bodyLimit ?? BODY_LIMIT_BYTES),
        headers: signatureOf(request, options.raw.signatureHeader),
        params: request.params as Record<string, string>,
      }
      const cause = { causeId: exchange.id, actor, locale: exchange.locale, ip, logged: { route: name } }
      return send(front, response, exchange, render(await options.run(raw, contextOf(world, cause))))
    }

    const given = hasBody ? await readJson(request, options.bodyLimit ?? BODY_LIMIT_BYTES) : request.query
    const parsed = parseInput(input, { ...given, ...request.params }, exchange.locale)
    const run = (keyed?: Pick<Context, 'transact' | 'onceId'>) => {
      const cause = { causeId: exchange.id, actor, locale: exchange.locale, ip, logged: { route: name } }
      return options.run(parsed, contextOf(world, { ...cause, ...keyed }))
    }

    // A visitor has no name to keep a key under; and what sign-in answers, a session's secret, must not be kept at all.
    const key = reads || options.role === 'visitor' || actor.kind !== 'user' ? undefined : keyOf(request, exchange.locale)
    if (key === undefined || actor.kind !== 'user') return send(front, response, exchange, render(await run()))
    const keyed = keyedRequest(actor.id, name, key, parsed)
    const rendered = await once({
      requests,
      request: keyed,
      repeatable: options.repeatable ?? false,
      now: () => world.clock.now(),
      transact: (work) => world.transact(exchange.id, work),
      render,
      tryRender,
      run: (transact) => run({ transact, onceId: keyed.onceId }),
    })
    send(front, response, exchange, rendered)
  }

  return async (request, response) => {
    const exchange = beginExchange(front, request, response, path)
    const late = setTimeout(() => sendError(front, response, exchange, new Refusal('unavailable')), ANSWER_WITHIN_MS)
    try {
      await answer(request, response, exchange)
    } catch (error) {
      sendError(front, response, exchange, error)
    } finally {
      clearTimeout(late)
    }
  }
}

/** The header that a webhook is signed by; no other one reaches a use case. */
function signatureOf({ headers }: IncomingMessage, name: string): Record<string, string> {
  const value = headers[name]
  return typeof value === 'string' ? { [name]: value } : {}
}

/** A route without an input takes none; an object takes no more than it names. */
function strictInput(schema: z.ZodType | undefined): z.ZodType {
  if (!schema) return z.strictObject({})
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema
}

function parseInput(schema: z.ZodType, given: unknown, locale: Locale): unknown {
  const { success, data, error } = schema.safeParse(given, { error: inputMessages[locale] })
  if (!success) throw new InvalidInput(error.issues)
  return data
}

const keyOf = (request: IncomingMessage, locale: Locale) =>
  (parseInput(Key, request.headers, locale) as z.infer<typeof Key>)['idempotency-key']

/** How a result becomes an answer: what the output schema does not name is left out. */
function renderer({ method, options }: Route): (result: unknown) => Rendered {
  const { output, answer } = options
  const usual = options.status ?? (output === undefined ? 204 : method === 'post' ? 201 : 200)
  const none = {}
  return (result) => {
    const { body, status, headers }: Answer = answer ? answer(result) : { body: result }
    const json = output === undefined ? '' : JSON.stringify(output.parse(body))
    return { status: status ?? usual, headers: headers ?? none, body: json }
  }
}
