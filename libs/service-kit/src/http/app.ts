import { Refusal } from '@reelfair/contracts'
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response, type Router } from 'express'
import type { Route } from '../service.ts'
import { beginExchange, type Exchange, type Front, sendError, sendRefusal } from './exchange.ts'
import { type RouteWorld, routeHandler } from './route.ts'

interface AppParts extends RouteWorld {
  readonly routes: readonly Route[]
  readonly health: Router
  readonly edge: Router | undefined
}

export function makeApp({ routes, health, edge, ...world }: AppParts): Express {
  const { front } = world
  const app = express()
  app.disable('x-powered-by')
  // Responses are never cached, so an ETag would only cost a digest per request.
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  if (!edge) app.use(refuseOddRequest, health)
  else {
    const exchangeOfEdge: RequestHandler = (request, response, next) => {
      // The edge accepts requests from the Internet, so it replaces their request ids.
      delete request.headers['x-request-id']
      const exchange = beginExchange(front, request, response, 'edge')
      response.locals.exchange = exchange
      request.headers['x-request-id'] = exchange.id
      response.set(front.edgeHeaders())
      response.setHeader('X-Request-Id', exchange.id)
      if (front.draining()) response.setHeader('Connection', 'close')
      next()
    }
    // Behind a published port, every caller has a private address, so the edge decides who may use the operator routes.
    app.use(exchangeOfEdge, refuseOddRequest, edge, health)
  }
  for (const route of routes) app[route.method](route.path, routeHandler(route, world))

  const exchangeOf = (request: Parameters<RequestHandler>[0], response: Response): Exchange =>
    response.locals.exchange ?? beginExchange(front, request, response, 'none')
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method.toUpperCase())
    const others: RequestHandler = (_, response, next) => {
      response.locals.allowed = [...(response.locals.allowed ?? []), ...methods, ...(methods.includes('GET') ? ['HEAD'] : [])]
      next()
    }
    // `app.all` would add a layer for each of the 35 methods, which takes most of the time of creating an app.
    app.route(path).all(others)
  }
  const nothing: RequestHandler = (request, response) => {
    const allowed: string[] | undefined = response.locals.allowed
    if (allowed) response.setHeader('Allow', [...new Set(allowed)].join(', '))
    sendError(front, response, exchangeOf(request, response), new Refusal(allowed ? 'method_not_allowed' : 'not_found'))
  }
  app.use(nothing)
  const failed: ErrorRequestHandler = (error, request, response, _next) => sendError(front, response, exchangeOf(request, response), error)
  app.use(failed)
  return app
}

/** Proxies may disagree about a request with several Host headers or none, and HTTP/0.9 has no headers. */
const refuseOddRequest: RequestHandler = (request, _response, next) => {
  if (request.httpVersionMajor !== 1 || request.headersDistinct.host?.length !== 1) throw new Refusal('malformed_body')
  next()
}

export function makeStartupApp(health: Router, front: Front): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(health)
  let isLogged = false
  const notYet: RequestHandler = (request, response) => {
    if (!isLogged) front.log.info('request refused during startup')
    isLogged = true
    sendRefusal(front, response, beginExchange(front, request, response, 'none'), new Refusal('unavailable'))
  }
  app.use(notYet)
  return app
}

/**
 * Sets the route pattern, and optionally the actor, for the request's log line and metrics. Pass a pattern, never a
 * path with ids.
 * @example nameRoute(response, '/api/:service', me.id)
 */
export function nameRoute(response: Response, route: string, actorId?: string): void {
  const exchange: Exchange | undefined = response.locals.exchange
  if (!exchange) return
  exchange.route = route
  if (actorId !== undefined) exchange.actorId = actorId
}
