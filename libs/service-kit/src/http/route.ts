import type { IncomingMessage } from 'node:http'
import { Id, type Locale, Refusal, refuse, withShownNames } from '@reelfair/contracts'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { type Cause, contextOf, type World } from '../context.ts'
import { isKeyed } from '../define.ts'
import type { Actor, Answer, Context, RawRequest, Route, UploadLimits, UploadRequest } from '../service.ts'
import { addressOf, admit, browserOf, type Keys } from './access.ts'
import { readJson, readRaw, readStream, refuseComplex } from './body.ts'
import { beginExchange, type Exchange, type Front, send, sendError } from './exchange.ts'
import { inputMessages } from './locale.ts'
import { networkOf } from './network-of.ts'
import { InvalidInput } from './problem.ts'
import { rateLimit } from './rate-limit.ts'
import { keyedRequest, once, type Rendered, type Requests } from './requests.ts'
import { UPLOAD_REQUEST_MS } from './server.ts'

const BODY_LIMIT_BYTES = 100 * 1024
const PER_MINUTE = { read: 600, write: 120 }
/** By this time, clients have stopped waiting; the database's own limits are shorter. */
const ANSWER_WITHIN_MS = 30_000
const UPLOAD_WITHIN_MS = UPLOAD_REQUEST_MS

const Key = z.looseObject({ 'idempotency-key': z.uuid().optional() })
const ViewedBrand = z.looseObject({ brandId: Id })

export interface RouteWorld {
  readonly world: World
  readonly front: Front
  readonly keys: Keys
  readonly requests: Requests
  /** Disables rate limits, for load tests and benchmarks. */
  readonly unlimited: boolean
}

interface Admitted extends Cause {
  readonly actor: Actor
  readonly locale: Locale
}

type Answering = (request: Request, admitted: Admitted) => Promise<Rendered>

export function routeHandler(route: Route, routeWorld: RouteWorld): (request: Request, response: Response) => Promise<void> {
  const { method, path, options } = route
  const { front, keys, unlimited } = routeWorld
  const name = nameOf(route)
  const perMinute = options.perMinute ?? (method === 'get' ? PER_MINUTE.read : PER_MINUTE.write)
  const limit = unlimited ? () => 0 : rateLimit(perMinute)
  const answer = answering(route, routeWorld)

  async function admitted(request: Request, exchange: Exchange): Promise<Admitted> {
    const views = options.adminsMayView && request.query.brandId !== undefined
    const caller = await admit(request, views ? { role: 'admin' } : options, keys)
    if (caller.kind === 'user') exchange.actorId = caller.id
    const ip = addressOf(request)
    const seconds = caller.kind === 'gateway' ? 0 : limit(caller.kind === 'user' ? caller.id : networkOf(ip))
    if (seconds > 0) refuse('too_many_requests', { seconds })
    const userAgent = request.headers['user-agent']
    const admission = { causeId: exchange.id, actor: caller, locale: exchange.locale, ip, userAgent, logged: { route: name } }
    return views ? viewing(request, admission) : admission
  }

  /** Logs who reads which brand's data, because the use case sees only the brand. */
  function viewing(request: Request, admission: Admitted): Admitted {
    const { brandId } = parseInput(ViewedBrand, request.query, admission.locale) as z.infer<typeof ViewedBrand>
    const { actor, causeId } = admission
    if (actor.kind !== 'user') return refuse('not_allowed')
    front.log.info({ requestId: causeId, route: name, adminId: actor.id, brandId }, 'admin viewed brand data')
    return { ...admission, actor: { ...actor, id: brandId, role: 'brand', complete: true, viewedBy: actor.id } }
  }

  return async (request, response) => {
    const exchange = beginExchange(front, request, response, path)
    const late = setTimeout(
      () => sendError(front, response, exchange, new Refusal('unavailable')),
      options.upload ? UPLOAD_WITHIN_MS : ANSWER_WITHIN_MS,
    )
    try {
      send(front, response, exchange, await answer(request, await admitted(request, exchange)))
    } catch (error) {
      sendError(front, response, exchange, error)
    } finally {
      clearTimeout(late)
    }
  }
}

function answering(route: Route, routeWorld: RouteWorld): Answering {
  const { raw, upload } = route.options
  if (raw) return answerWebhook(route, raw.signatureHeader, routeWorld)
  if (upload) return answerUpload(route, upload, routeWorld)
  return answerJson(route, routeWorld)
}

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`

function answerWebhook(route: Route, signatureHeader: string, { world }: RouteWorld): Answering {
  const { options } = route
  const render = renderer(route)
  return async (request, admitted) => {
    const raw: RawRequest = {
      body: await readRaw(request, options.bodyLimit ?? BODY_LIMIT_BYTES),
      headers: signatureOf(request, signatureHeader),
      params: request.params as Record<string, string>,
    }
    return render(await options.run(raw, contextOf(world, admitted)), admitted.locale)
  }
}

function answerUpload(route: Route, { types, wrongType, tooLarge }: UploadLimits, { world }: RouteWorld): Answering {
  const { options } = route
  const render = renderer(route)
  return async (request, admitted) => {
    const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
    if (!types.includes(type.trim())) refuse(wrongType)
    const sent: UploadRequest = {
      body: readStream(request, options.bodyLimit ?? BODY_LIMIT_BYTES, tooLarge),
      type: type.trim(),
      params: request.params as Record<string, string>,
    }
    return render(await options.run(sent, contextOf(world, admitted)), admitted.locale)
  }
}

function answerJson(route: Route, { world, requests }: RouteWorld): Answering {
  const { method, options } = route
  const hasBody = method !== 'get' && method !== 'delete'
  const keyable = isKeyed(route)
  const knowsBrowser = options.role === 'visitor' || options.confidential === true
  const input = strictInput(options.input)
  const render = renderer(route)
  const tryRender = (result: unknown, locale: Locale) => {
    try {
      return render(result, locale)
    } catch {
      // A transaction's result may differ from the response. If the response cannot be rendered, the request fails
      // below.
      return undefined
    }
  }

  return async (request, admitted) => {
    const { actor, locale, causeId } = admitted
    const given = hasBody ? await readJson(request, options.bodyLimit ?? BODY_LIMIT_BYTES) : queryOf(request, options)
    refuseComplex(given)
    const parsed = parseInput(input, { ...given, ...request.params }, locale)
    const run = (keyed?: Pick<Context, 'transact' | 'onceId'>) => {
      const browser = knowsBrowser ? browserOf(request) : {}
      return options.run(parsed, contextOf(world, { ...admitted, ...browser, ...keyed }))
    }

    const key = keyable ? keyOf(request, locale) : undefined
    if (key === undefined || actor.kind !== 'user') return opened(render(await run(), locale), request)
    const keyed = keyedRequest(actor.id, nameOf(route), key, parsed)
    return once({
      requests,
      request: keyed,
      repeatable: options.repeatable ?? false,
      now: () => world.clock.now(),
      transact: (work) => world.transact(causeId, work),
      render: (result) => render(result, locale),
      tryRender: (result) => tryRender(result, locale),
      run: (transact) => run({ transact, onceId: keyed.onceId }),
    })
  }
}

/** The use case finds a viewed brand in its context, not in its input. */
function queryOf({ query }: Request, { adminsMayView }: Route['options']): Request['query'] {
  if (!adminsMayView) return query
  const { brandId: _, ...rest } = query
  return rest
}

/** Does not open the file for HEAD. Supports ranges, because video players request them; HTTP defines none for POST. */
function opened({ file, ...rendered }: Rendered, { method, headers: { range } }: IncomingMessage): Rendered {
  if (!file) return rendered
  const { bytes } = file
  if (method === 'POST') return { ...rendered, stream: file.open(), headers: { ...rendered.headers, 'Content-Length': `${bytes}` } }
  const part = partOf(range, bytes)
  const stream = method === 'HEAD' ? {} : { stream: file.open(part) }
  const headers = { ...rendered.headers, 'Accept-Ranges': 'bytes', 'Content-Length': `${part ? part.end - part.start + 1 : bytes}` }
  if (!part) return { ...rendered, ...stream, headers }
  return { ...rendered, ...stream, status: 206, headers: { ...headers, 'Content-Range': `bytes ${part.start}-${part.end}/${bytes}` } }
}

/** Returns undefined for invalid or multiple ranges; the response is then the whole file, as RFC 9110 allows. */
function partOf(range: string | undefined, bytes: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start <= end ? { start, end } : undefined
}

function signatureOf({ headers }: IncomingMessage, name: string): Record<string, string> {
  const value = headers[name]
  return typeof value === 'string' ? { [name]: value } : {}
}

const NO_INPUT = z.strictObject({})
const strictInputs = new WeakMap<z.ZodType, z.ZodType>()

/** Keeps the result, because zod compiles every new schema when it first parses. */
function strictInput(schema: z.ZodType = NO_INPUT): z.ZodType {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return schema
  const strict = strictInputs.get(schema) ?? schema.strict()
  strictInputs.set(schema, strict)
  return strict
}

function parseInput(schema: z.ZodType, given: unknown, locale: Locale): unknown {
  const { success, data, error } = schema.safeParse(given, { error: inputMessages[locale] })
  if (!success) throw new InvalidInput(error.issues)
  return data
}

const keyOf = (request: IncomingMessage, locale: Locale) =>
  (parseInput(Key, request.headers, locale) as z.infer<typeof Key>)['idempotency-key']

function renderer({ method, options }: Route): (result: unknown, locale: Locale) => Rendered {
  const { output, answer } = options
  const usual = options.status ?? (output === undefined ? 204 : method === 'post' ? 201 : 200)
  const none = {}
  return (result, locale) => {
    const { body, status, headers, file }: Answer = answer ? answer(result) : { body: result }
    if (file) return { status: status ?? 200, headers: headers ?? none, body: '', file }
    const json = output === undefined ? '' : withShownNames(JSON.stringify(output.parse(body)), locale)
    return { status: status ?? usual, headers: headers ?? none, body: json }
  }
}
