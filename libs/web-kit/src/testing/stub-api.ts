import type { ApiRoutes, ErrorCode, ErrorDetails, Locale, OutputOf, Problem } from '@reelfair/contracts'
import { beforeEach, vi } from 'vitest'
import { currentLocale } from '../i18n/i18n.ts'
import { errorResponse } from './error-rows.ts'

export type ApiRoute = keyof ApiRoutes & string
/** Only the requests with a query parameter. @example 'GET /campaigns/campaigns?tab' */
export type PartOfRoute = ApiRoute | `${ApiRoute}?${string}`

interface ApiRequest {
  /** @example 'GET /campaigns/campaigns/c1' */
  readonly what: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** Only the fields that a test needs. */
type Sketch<T> = T extends string ? string : T extends object ? { readonly [Key in keyof T]?: Sketch<T[Key]> | undefined } : T
type Output<Route extends ApiRoute> = Sketch<OutputOf<ApiRoutes[Route]>> | undefined
type Result<Route extends ApiRoute> = Output<Route> | Response
type Answer<Route extends ApiRoute> = Output<Route> | ((request: ApiRequest) => Result<Route> | Promise<Result<Route>>)
type Answers = { readonly [Route in ApiRoute]?: Answer<Route> }

function matches(route: string, { what, query }: ApiRequest): boolean {
  const [address = '', parameter] = route.split('?')
  return new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`).test(what) && (!parameter || query.has(parameter))
}

/** Prefers `/campaigns/summary` to `/campaigns/:campaignId`. */
const answersTo = (answers: Answers, request: ApiRequest) =>
  Object.entries(answers)
    .filter(([route]) => matches(route, request))
    .toSorted(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(([, answer]) => answer as Answer<ApiRoute>)

export type StubbedApi = ReturnType<typeof stubApi>

/**
 * Replaces `fetch` for all tests of a file. Visitors are signed out unless the answers contain a session. An answer is
 * the route's output or a function of the request; without one, the response is 404.
 * @example const api = stubApi({ 'GET /payouts/balance': () => balance, 'GET /payouts/statement': { items: [] } })
 */
export function stubApi(usual: Answers = {}) {
  const requests: ApiRequest[] = []
  let special: Answers[] = []

  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, location.origin)
    const what = `${method} ${pathname.replace('/api', '')}`
    const request = { what, query: searchParams, body: body ? JSON.parse(String(body)) : undefined }
    requests.push(request)
    for (const answer of [...special, usual, { 'GET /identity/session': {} }].flatMap((answers) => answersTo(answers, request))) {
      const result = typeof answer === 'function' ? await answer(request) : answer
      if (result !== undefined) return result instanceof Response ? result : Response.json(result)
    }
    return errorResponse('not_found', currentLocale())
  })

  const api = {
    /** The requests of the current test, oldest first. */
    requests,
    writes: () => requests.filter(({ what }) => !what.startsWith('GET ')).map(({ what, body }) => ({ what, body })),
    /** The bodies sent to an address, oldest first. @example api.sent('POST /payouts/transfers') */
    sent: (address: string) => requests.filter(({ what }) => what === address).map(({ body }) => body),
    /** Replaces answers until `recover` or the end of the test. Undefined leaves the previous answer. */
    answer: (answers: Answers) => void special.unshift(answers),
    /** Makes a route fail until `recover` or the end of the test. */
    fail: (route: PartOfRoute, code: ErrorCode, locale: Locale, details: ErrorDetails = {}, fields?: Problem['fields']) =>
      api.answer({ [route]: () => errorResponse(code, locale, details, fields) }),
    recover: () => {
      special = []
    },
  }
  beforeEach(() => {
    api.recover()
    requests.length = 0
  })
  return api
}
