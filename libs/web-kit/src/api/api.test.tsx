// @vitest-environment jsdom

import type { Me } from '@reelfair/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { defineMessages } from '../i18n/define-messages.ts'
import { setLocale } from '../i18n/i18n.ts'
import { loadMessages } from '../i18n/load-messages.ts'
import { type Session, useSession, useSignIn, useSignOut } from '../session/session.ts'
import { errorResponse } from '../testing/error-rows.ts'
import { ApiError, sentenceOfError, sentenceOfField } from './api-error.ts'
import { type ApiInput, call } from './client.ts'
import { usePages, useRead, useReads, useWrite } from './queries.ts'
import { createQueryClient, RETRIES, retryDelay } from './query-client.ts'
import { onServerDate } from './server-date.ts'

const draft: ApiInput<'POST', '/campaigns/campaigns'> = {
  name: 'Fridge',
  viewsGoal: 10_000,
  category: 'Home_Interior',
  network: 'tiktok',
  link: 'https://a.example',
  mediaId: 'm',
}
const brandForm: ApiInput<'PUT', '/identity/brand'> = {
  brandName: 'Alpine',
  contactFirstName: 'Ida',
  contactLastName: 'Roth',
  contactEmail: 'ida@a.example',
  termsAccepted: true,
}

type Answer = { status?: number; body?: unknown; type?: string; headers?: Record<string, string> } | Error
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', fetched)

/** Queues fetch responses. The last one is repeated. */
function answers(...list: Answer[]) {
  fetched.mockImplementation(async () => {
    const answer = (list.length > 1 ? list.shift() : list[0])!
    if (answer instanceof Error) throw answer
    const { status = 200, body, type = 'application/json', headers = {} } = answer
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, { status, headers: { 'content-type': type, ...headers } })
  })
}

const problem = (status: number, code: string, more = {}): Answer => ({
  status,
  type: 'application/problem+json',
  body: { type: 'about:blank', status, code, title: code, detail: `The sentence of ${code}.`, requestId: 'r-1', ...more },
})
const lost = new TypeError('Failed to fetch')
const headersOf = (at: number) => fetched.mock.calls[at]![1].headers as Record<string, string>
const failureOf = async (work: Promise<unknown>) =>
  (await work.then(
    () => undefined,
    (error: unknown) => error,
  )) as ApiError

async function failureIn(work: () => Promise<unknown>): Promise<ApiError> {
  const failure = Promise.withResolvers<ApiError>()
  await act(async () => failure.resolve(await failureOf(work())))
  return failure.promise
}

let client = createQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>

beforeEach(() => {
  vi.clearAllMocks()
  client = createQueryClient()
  localStorage.clear()
  setLocale('en')
})
afterEach(() => client.clear())

test('sends same-origin requests in the reader’s language', async () => {
  answers({ body: { items: [] } })
  setLocale('fr')
  expect(await call('GET', '/payouts/credits/statement', { limit: 5, cursor: undefined })).toEqual({ items: [] })
  const [url, init] = fetched.mock.calls[0]!
  expect(url).toBe('/api/payouts/credits/statement?limit=5')
  expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', headers: { 'accept-language': 'fr' } })
})

test('passes on the date of every response, including error responses, unless the browser may have stored it', async () => {
  const receive = vi.fn()
  onServerDate(receive)
  onTestFinished(() => onServerDate(() => undefined))
  const dates = ['Sun, 22 Nov 2026 14:42:00 GMT', 'Mon, 23 Nov 2026 14:42:00 GMT'] as const
  answers({ body: {}, headers: { date: dates[0] } }, { ...problem(404, 'not_found'), headers: { date: dates[1] } })
  await call('GET', '/payouts/credits', {})
  await failureOf(call('GET', '/payouts/credits', {}))
  answers({ body: {}, headers: { date: dates[0], 'cache-control': 'public, max-age=60' } })
  await call('GET', '/identity/public-settings', {})
  expect(receive.mock.calls).toEqual([[dates[0]], [dates[1]]])
})

test('fills path parameters from the input and sends the rest as the query or JSON body', async () => {
  answers({ body: {} })
  await call('GET', '/metrics/assignments/:assignmentId/videos', { assignmentId: 'a/b', limit: 20 })
  await call('PATCH', '/campaigns/campaigns/:campaignId', { campaignId: 'c', name: 'Fridge' })
  await call('PUT', '/verification/codes/:network', { network: 'tiktok' })
  await call('DELETE', '/campaigns/campaigns/:campaignId', { campaignId: 'c' })
  expect(fetched.mock.calls.map(([url, { method, body }]) => [method, url, body])).toEqual([
    ['GET', '/api/metrics/assignments/a%2Fb/videos?limit=20', undefined],
    ['PATCH', '/api/campaigns/campaigns/c', '{"name":"Fridge"}'],
    ['PUT', '/api/verification/codes/tiktok', '{}'],
    ['DELETE', '/api/campaigns/campaigns/c', undefined],
  ])
})

test.each(['', '.', '..'])('does not let the path parameter %j lead to another route', async (campaignId) => {
  answers({ body: {} })
  await call('GET', '/campaigns/campaigns/:campaignId', { campaignId })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/campaigns/campaigns/-'])
})

test('turns an error response into an ApiError with code, message, fields and request id', async () => {
  answers(problem(400, 'invalid_input', { fields: [{ path: 'name', message: 'Too long.' }] }))
  const error = await failureOf(call('POST', '/campaigns/campaigns', draft))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'invalid_input', status: 400, requestId: 'r-1', fields: { name: 'Too long.' } })
  expect(sentenceOfError(error, 'en')).toBe('The sentence of invalid_input.')
})

test('translates an error message and its details after a language change, except for unknown codes', async () => {
  answers(problem(409, 'unpaid_limit_reached', { details: { limit: 10 } }), problem(500, 'internal'), problem(409, 'newer_than_this_page'))
  const missing = await failureOf(call('GET', '/payouts/credits', {}))
  const internal = await failureOf(call('GET', '/payouts/credits', {}))
  const unknown = await failureOf(call('GET', '/payouts/credits', {}))
  setLocale('fr')
  // The first error response loads the error table in the background.
  await expect.poll(() => sentenceOfError(missing, 'fr')).toMatch(/^Vous avez passé 10 commandes aujourd’hui sans les régler\./)
  expect(sentenceOfError(missing, 'en')).toBe('The sentence of unpaid_limit_reached.')
  expect(sentenceOfError(internal, 'fr')).toMatch(/Référence\s:\sr-1$/)
  expect(sentenceOfError(unknown, 'fr')).toBe('The sentence of newer_than_this_page.')
})

test.each([
  ['a network failure', lost, 'network_lost', 'Reelfair est injoignable'],
  ['HTML instead of JSON', { status: 502, type: 'text/html', body: '<html>' } as Answer, 'unreadable_answer', 'n’a pas pu être lue'],
  ['malformed JSON', { body: '{"a":' } as Answer, 'unreadable_answer', 'n’a pas pu être lue'],
])('defines its own message for %s', async (_, answer, code, french) => {
  answers(answer)
  const error = await failureOf(call('GET', '/payouts/credits', {}))
  expect(error).toMatchObject({ name: 'ApiError', code })
  expect(sentenceOfError(error, 'fr')).toContain(french)
})

test('times out when no response arrives', async () => {
  fetched.mockImplementation(
    (_, init) => new Promise((__, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  expect(await failureOf(call('GET', '/payouts/credits', {}, { limit: AbortSignal.timeout(20) }))).toMatchObject({ code: 'timed_out' })
})

test('keeps the Idempotency-Key across retries and creates a new one for the next write', async () => {
  answers(lost, lost, { status: 201, body: { id: 'a' } }, { status: 201, body: { id: 'b' } })
  const { result } = renderHook(() => useWrite('POST', '/campaigns/campaigns'), { wrapper })
  await act(() => result.current.mutateAsync(draft))
  await act(() => result.current.mutateAsync(draft))
  const keys = [0, 1, 2, 3].map((at) => headersOf(at)['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringContaining(keys[0]!)])
})

test('keeps the Idempotency-Key when the same input is resubmitted after a 500, but not after a 409', async () => {
  answers(problem(500, 'internal'), problem(409, 'conflict'), { body: {} })
  const { result } = renderHook(() => useWrite('POST', '/campaigns/campaigns'), { wrapper })
  for (let time = 0; time < 3; time++) await act(() => result.current.mutateAsync(draft).catch(() => undefined))
  const [first, second, third] = [0, 1, 2].map((at) => headersOf(at)['idempotency-key'])
  expect(second).toBe(first)
  expect(third).not.toBe(second)
})

test('creates a new Idempotency-Key for each submission if every submission counts as a new request', async () => {
  answers(problem(500, 'internal'))
  const path = '/verification/accounts/:accountId/verification'
  const { result } = renderHook(() => useWrite('POST', path, { isNewEachTime: true }), { wrapper })
  for (let time = 0; time < 2; time++) await act(() => result.current.mutateAsync({ accountId: 'a' }).catch(() => undefined))
  expect(headersOf(1)['idempotency-key']).not.toBe(headersOf(0)['idempotency-key'])
})

test.each([
  [429, 'too_many_requests'],
  [401, 'not_signed_in'],
])(
  'keeps the Idempotency-Key when a retry after an unknown outcome gets %i (%s), because the first attempt may have succeeded',
  async (status, code) => {
    answers(problem(503, 'unavailable'), problem(status, code), { body: {} })
    const { result } = renderHook(() => useWrite('POST', '/campaigns/campaigns'), { wrapper })
    for (let time = 0; time < 2; time++) await act(() => result.current.mutateAsync(draft).catch(() => undefined))
    const writes = fetched.mock.calls.flatMap(([, { method }], at) => (method === 'POST' ? [headersOf(at)['idempotency-key']] : []))
    expect(writes).toHaveLength(3)
    expect(new Set(writes).size).toBe(1)
  },
)

test('refetches the topics that a write changes', async () => {
  answers({ body: { available: 1 } }, { body: {} }, { body: { available: 2 } })
  const { result } = renderHook(
    () => ({
      read: useRead('credits', '/payouts/credits'),
      write: useWrite('POST', '/campaigns/campaigns', { changes: ['credits'] }),
    }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.read.data).toEqual({ available: 1 }))
  await act(() => result.current.write.mutateAsync(draft))
  await waitFor(() => expect(result.current.read.data).toEqual({ available: 2 }))
})

test('reads what a service does not know as the given result or an empty list, but not other failures', async () => {
  const reads = (assignmentId: string) => () => ({
    read: useRead('campaigns', '/metrics/assignments/:assignmentId/history', { assignmentId }, { ifNotFound: null }),
    pages: usePages('campaigns', '/metrics/assignments/:assignmentId/videos', { assignmentId }, { emptyIfNotFound: true }),
  })
  fetched.mockImplementation(async () => errorResponse('not_found', 'en'))
  const unknown = renderHook(reads('a'), { wrapper })
  await waitFor(() => expect(unknown.result.current.pages.items).toEqual([]))
  expect(unknown.result.current.read.data).toBeNull()
  fetched.mockImplementation(async () => errorResponse('not_allowed', 'en'))
  const forbidden = renderHook(reads('b'), { wrapper })
  await waitFor(() => expect(forbidden.result.current.pages.isError).toBe(true))
  await waitFor(() => expect(forbidden.result.current.read.isError).toBe(true))
})

test('requests each useReads input once, shares the response with useRead, and refetches it by topic', async () => {
  fetched.mockImplementation(async () => Response.json({ observed: fetched.mock.calls.length }))
  const { result } = renderHook(
    () => ({
      one: useRead('campaigns', '/metrics/assignments/:assignmentId/history', { assignmentId: 'a' }),
      all: useReads('campaigns', '/metrics/assignments/:assignmentId/history', [{ assignmentId: 'a' }, { assignmentId: 'b' }]),
      write: useWrite('POST', '/campaigns/campaigns', { changes: ['campaigns'] }),
    }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.all.map(({ data }) => data?.observed)).toEqual([1, 2]))
  expect(result.current.one.data).toBe(result.current.all[0]?.data)
  await act(() => result.current.write.mutateAsync(draft))
  await waitFor(() => expect(result.current.all.map(({ data }) => data?.observed)).toEqual([4, 5]))
})

test('polls while `pollMs` returns an interval, but not in a hidden tab', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  onTestFinished(() => {
    vi.useRealTimers()
    visibility.mockRestore()
  })
  answers({ body: { available: 1 } }, { body: { available: 1 } }, { body: { available: 2 } })
  const pollMs = ({ available }: { available: number }) => available < 2 && 3_000
  const { result } = renderHook(() => useRead('credits', '/payouts/credits', {}, { pollMs }), { wrapper })
  await waitFor(() => expect(result.current.data).toEqual({ available: 1 }))
  visibility.mockReturnValue('hidden')
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(fetched).toHaveBeenCalledTimes(1)
  visibility.mockReturnValue('visible')
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(result.current.data).toEqual({ available: 2 })
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('refetches the session after any 401 and reports that it has ended', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: { me } }, problem(401, 'not_signed_in'), { body: {} })
  const { result, rerender } = renderHook(
    ({ ask }) => ({ session: useSession(), read: useRead('credits', '/payouts/credits', {}, { enabled: ask }) }),
    { wrapper, initialProps: { ask: false } },
  )
  await waitFor(() => expect(result.current.session).toEqual({ state: 'present', me }))
  rerender({ ask: true })
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'ended' } satisfies Session))
})

test('refetches the session of an admin who must set up two-step sign-in first', async () => {
  const me: Me = { id: 'u', email: 'a@example.org', role: 'admin', complete: true }
  answers({ body: { me } }, problem(403, 'second_factor_required'), { body: { me: { ...me, complete: false } } })
  const { result, rerender } = renderHook(
    ({ ask }) => ({ session: useSession(), read: useRead('settings', '/identity/admin/settings', {}, { enabled: ask }) }),
    { wrapper, initialProps: { ask: false } },
  )
  await waitFor(() => expect(result.current.session).toEqual({ state: 'present', me }))
  rerender({ ask: true })
  await waitFor(() => expect(result.current.session).toEqual({ state: 'present', me: { ...me, complete: false } }))
})

test('does not retry a write after the session has ended, but returns the error and updates the session', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: { me } }, problem(401, 'not_signed_in', { detail: 'Please sign in first.' }), { body: {} })
  const { result } = renderHook(() => ({ session: useSession(), save: useWrite('PUT', '/identity/brand') }), { wrapper })
  await waitFor(() => expect(result.current.session.state).toBe('present'))
  const error = await failureIn(() => result.current.save.mutateAsync(brandForm))
  expect(sentenceOfError(error, 'en')).toBe('Please sign in first.')
  expect(fetched.mock.calls.filter(([, { method }]) => method === 'PUT')).toHaveLength(1)
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'ended' } satisfies Session))
})

test('sends a write three times with one Idempotency-Key while offline, then fails instead of pausing', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => offline.mockRestore())
  answers(lost)
  const { result } = renderHook(() => useWrite('POST', '/payouts/transfers'), { wrapper })
  const error = await failureIn(() => result.current.mutateAsync())
  expect(error).toMatchObject({ code: 'network_lost', outcomeUnknown: true })
  expect(sentenceOfError(error, 'en')).toMatch(/^We couldn’t reach Reelfair\. Check your connection, then try again\./)
  expect(new Set(fetched.mock.calls.map((_, at) => headersOf(at)['idempotency-key'])).size).toBe(1)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('reports how long to wait after a 429 and does not retry', async () => {
  answers({ ...problem(429, 'too_many_requests', { details: { seconds: 12 } }), headers: { 'retry-after': '12' } } as Answer)
  const { result } = renderHook(() => useWrite('POST', '/payouts/transfers'), { wrapper })
  const error = await failureIn(() => result.current.mutateAsync())
  expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 12, transient: false, outcomeUnknown: false })
  await expect.poll(() => sentenceOfError(error, 'fr')).toBe('Trop de requêtes. Veuillez réessayer dans 12\u00a0s.')
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each([
  [500, 'internal', 1],
  [503, 'unavailable', 3],
  [503, 'provider_unavailable', 3],
])('for %i %s, sends the write %i time(s) with one Idempotency-Key and then fails', async (status, code, times) => {
  answers(problem(status, code))
  const { result } = renderHook(() => useWrite('POST', '/payouts/credit-orders'), { wrapper })
  const error = await failureIn(() => result.current.mutateAsync({ package: 'starter' }))
  expect(error).toMatchObject({ code, status, outcomeUnknown: true, requestId: 'r-1' })
  expect(fetched).toHaveBeenCalledTimes(times)
  expect(new Set(fetched.mock.calls.map((_, at) => headersOf(at)['idempotency-key'])).size).toBe(1)
})

test('shows the service’s field message in its language, otherwise the form’s own message', async () => {
  answers(problem(400, 'invalid_input', { fields: [{ path: 'name', message: 'Too long.' }] }))
  const error = await failureOf(call('POST', '/campaigns/campaigns', draft))
  expect(sentenceOfField(error, 'name', 'en', 'own')).toBe('Too long.')
  expect(sentenceOfField(error, 'name', 'fr', 'own')).toBe('own')
  expect(sentenceOfField(error, 'goal', 'fr', 'own')).toBeUndefined()
  expect(sentenceOfField(new Error('a bug'), 'name', 'en', 'own')).toBeUndefined()
})

test('clears the cache on sign-out and does not report that the session has ended', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: { me } }, { status: 204 })
  const { result } = renderHook(() => ({ session: useSession(), signOut: useSignOut() }), { wrapper })
  await waitFor(() => expect(result.current.session.state).toBe('present'))
  client.setQueryData(['credits', '/payouts/credits', {}], { available: 1 })
  await act(() => result.current.signOut.mutateAsync())
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'signed-out' }))
  expect(client.getQueryData(['credits', '/payouts/credits', {}])).toBeUndefined()
})

test('reports a deliberate sign-out even if the session’s end is detected before the response arrives', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  const left = Promise.withResolvers<Response>()
  const late = Promise.withResolvers<Response>()
  const reads = [Response.json({ me }), Response.json({ me: null }), late.promise]
  fetched.mockImplementation(async (_url, { method }) => (method === 'DELETE' ? left.promise : reads.shift()!))
  const { result } = renderHook(() => ({ session: useSession(), signOut: useSignOut() }), { wrapper })
  await waitFor(() => expect(result.current.session.state).toBe('present'))
  act(() => result.current.signOut.mutate())
  await act(() => client.invalidateQueries({ queryKey: ['session'] }))
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'signed-out' }))

  act(() => void client.invalidateQueries({ queryKey: ['session'] }))
  await waitFor(() => expect(reads).toEqual([]))
  left.resolve(new Response(null, { status: 204 }))
  await waitFor(() => expect(result.current.signOut.isSuccess).toBe(true))
  await act(async () => late.resolve(Response.json({ me })))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(result.current.session, 'a late response does not restore the session').toEqual({ state: 'absent', why: 'signed-out' })
})

test('keeps the user and the cached data if the sign-out fails', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: { me } }, problem(500, 'internal'))
  const { result } = renderHook(() => ({ session: useSession(), signOut: useSignOut() }), { wrapper })
  await waitFor(() => expect(result.current.session.state).toBe('present'))
  client.setQueryData(['credits', '/payouts/credits', {}], { available: 1 })
  expect(await failureIn(() => result.current.signOut.mutateAsync())).toMatchObject({ code: 'internal' })
  expect(result.current.session).toEqual({ state: 'present', me })
  expect(client.getQueryData(['credits', '/payouts/credits', {}])).toEqual({ available: 1 })
})

test.each([
  [0, 'not-started'],
  [10_000, 'ended'],
] as const)('reports a session that is missing %i ms after the sign-in as %s', async (later, why) => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: {} }, { body: me }, { body: {} })
  const { result } = renderHook(() => ({ session: useSession(), signIn: useSignIn() }), { wrapper })
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'visitor' }))
  await act(() => result.current.signIn.mutateAsync({ email: me.email, password: 'correct horse' }))
  await waitFor(() => expect(result.current.session).toEqual({ state: 'present', me }))
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + later)
  onTestFinished(() => void vi.mocked(Date.now).mockRestore())
  await act(() => client.invalidateQueries({ queryKey: ['session'] }))
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why } satisfies Session))
})

test('applies a language change immediately, sets it on the document and stores it for the next visit', async () => {
  const useText = defineMessages('test', {
    en: async () => ({ en: { hello: 'Hello {{name}}' } }),
    fr: async () => ({ fr: { hello: 'Bonjour {{name}}' } }),
  })
  for (const locale of ['en', 'fr'] as const) await loadMessages(locale)
  const { result } = renderHook(() => useText().t('hello', { name: '<b>' }))
  expect(result.current).toBe('Hello <b>')
  act(() => setLocale('fr'))
  expect(result.current).toBe('Bonjour <b>')
  expect(document.documentElement.lang).toBe('fr')
  expect(localStorage.getItem('reelfair.locale')).toBe('fr')
})

test('retries a transient failure after 500 ms and again after 1,000 ms', () => {
  expect(Array.from({ length: RETRIES }, (_, failures) => retryDelay(failures))).toEqual([500, 1_000])
})
