// @vitest-environment jsdom

import { houseNow, setHouseClock } from '@reelfair/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { defineMessages, useMessages } from '../i18n/define-messages.ts'
import { setLocale } from '../i18n/i18n.ts'
import { type Session, useSession, useSignOut } from '../session/session.ts'
import { ApiError, sentenceOfError, sentenceOfField } from './api-error.ts'
import { call } from './client.ts'
import { useRead, useReads, useWrite } from './queries.ts'
import { createQueryClient, RETRIES, retryDelay } from './query-client.ts'

type Answer = { status?: number; body?: unknown; type?: string; headers?: Record<string, string> } | Error
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', fetched)

/** The answers to come, in order; the last one stays. */
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

/** The failure of what a screen does. */
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

test('asks on the same origin, in the reader’s language', async () => {
  answers({ body: { available: 5 } })
  setLocale('fr')
  expect(await call('GET', '/payouts/credits', { query: { limit: 5, cursor: undefined } })).toEqual({ available: 5 })
  const [url, init] = fetched.mock.calls[0]!
  expect(url).toBe('/api/payouts/credits?limit=5')
  expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', headers: { 'accept-language': 'fr' } })
})

test('takes the time from each answer, a refusal’s too', async () => {
  onTestFinished(() => setHouseClock(new Date().toUTCString()))
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  answers(
    { body: {}, headers: { date: inHours(24).toUTCString() } },
    { ...problem(404, 'not_found'), headers: { date: inHours(48).toUTCString() } },
  )
  await call('GET', '/payouts/credits')
  expect(Math.abs(houseNow() - inHours(24).getTime())).toBeLessThan(5_000)
  await failureOf(call('GET', '/payouts/credits'))
  expect(Math.abs(houseNow() - inHours(48).getTime())).toBeLessThan(5_000)
})

test('throws a refusal with its code, sentence, fields and request', async () => {
  answers(problem(400, 'invalid_input', { fields: [{ path: 'name', message: 'Too long.' }] }))
  const error = await failureOf(call('POST', '/campaigns/campaigns', { body: {} }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'invalid_input', status: 400, requestId: 'r-1', fields: { name: 'Too long.' } })
  expect(sentenceOfError(error, 'en')).toBe('The sentence of invalid_input.')
})

test('the sentence of a refusal follows the reader’s language, with its details; that of an unknown code stays', async () => {
  answers(
    problem(409, 'transfer_below_minimum', { details: { minimum: 100, payable: 42 } }),
    problem(500, 'internal'),
    problem(409, 'newer_than_this_page'),
  )
  const missing = await failureOf(call('GET', '/payouts/credits'))
  const internal = await failureOf(call('GET', '/payouts/credits'))
  const unknown = await failureOf(call('GET', '/payouts/credits'))
  setLocale('fr')
  // The table is fetched with the first refusal, and nobody waits for it.
  await expect.poll(() => sentenceOfError(missing, 'fr')).toMatch(/^Un virement demande au moins 100 centimes\s; 42 sont disponibles\.$/)
  expect(sentenceOfError(missing, 'en')).toBe('The sentence of transfer_below_minimum.')
  expect(sentenceOfError(internal, 'fr')).toMatch(/Référence\s:\sr-1$/)
  expect(sentenceOfError(unknown, 'fr')).toBe('The sentence of newer_than_this_page.')
})

test.each([
  ['a lost network', lost, 'network_lost', 'Reelfair est injoignable'],
  ['a page instead of JSON', { status: 502, type: 'text/html', body: '<html>' } as Answer, 'unreadable_answer', 'Cette partie'],
  ['broken JSON', { body: '{"a":' } as Answer, 'unreadable_answer', 'Cette partie'],
])('has its own sentence for %s', async (_, answer, code, french) => {
  answers(answer)
  const error = await failureOf(call('GET', '/payouts/credits'))
  expect(error).toMatchObject({ name: 'ApiError', code })
  expect(sentenceOfError(error, 'fr')).toContain(french)
})

test('gives up when no answer comes in time', async () => {
  fetched.mockImplementation(
    (_, init) => new Promise((__, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  expect(await failureOf(call('GET', '/payouts/credits', { timeoutMs: 20 }))).toMatchObject({ code: 'timed_out' })
})

test('keeps the key of a write over its retries, and takes a new one for the next write', async () => {
  answers(lost, lost, { status: 201, body: { id: 'a' } }, { status: 201, body: { id: 'b' } })
  const { result } = renderHook(() => useWrite<{ name: string }, { id: string }>('POST', '/campaigns/campaigns'), { wrapper })
  await act(() => result.current.mutateAsync({ name: 'Fridge' }))
  await act(() => result.current.mutateAsync({ name: 'Fridge' }))
  const keys = [0, 1, 2, 3].map((at) => headersOf(at)['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringContaining(keys[0]!)])
})

test('keeps the key when a person sends the same input again after an unknown outcome, not after a refusal', async () => {
  answers(problem(500, 'internal'), problem(409, 'conflict'), { body: {} })
  const { result } = renderHook(() => useWrite<{ name: string }, unknown>('POST', '/campaigns/campaigns'), { wrapper })
  for (let time = 0; time < 3; time++) await act(() => result.current.mutateAsync({ name: 'Fridge' }).catch(() => undefined))
  const [first, second, third] = [0, 1, 2].map((at) => headersOf(at)['idempotency-key'])
  expect(second).toBe(first)
  expect(third).not.toBe(second)
})

test.each([
  [429, 'too_many_requests'],
  [401, 'not_signed_in'],
])(
  'keeps the key when a repeat of an unknown outcome is turned away with %i: what came of the first is still not known',
  async (status, code) => {
    answers(problem(503, 'unavailable'), problem(status, code), { body: {} })
    const { result } = renderHook(() => useWrite<{ name: string }, unknown>('POST', '/campaigns/campaigns'), { wrapper })
    for (let time = 0; time < 2; time++) await act(() => result.current.mutateAsync({ name: 'Fridge' }).catch(() => undefined))
    const writes = fetched.mock.calls.flatMap(([, { method }], at) => (method === 'POST' ? [headersOf(at)['idempotency-key']] : []))
    expect(writes).toHaveLength(3)
    expect(new Set(writes).size).toBe(1)
  },
)

test('a write has what it changes asked again', async () => {
  answers({ body: { available: 1 } }, { body: {} }, { body: { available: 2 } })
  const { result } = renderHook(
    () => ({
      read: useRead<{ available: number }>('credits', '/payouts/credits'),
      write: useWrite<object, unknown>('POST', '/campaigns/campaigns', { changes: ['credits'] }),
    }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.read.data).toEqual({ available: 1 }))
  await act(() => result.current.write.mutateAsync({}))
  await waitFor(() => expect(result.current.read.data).toEqual({ available: 2 }))
})

test('several reads are asked for once each, whoever else reads the same, and are asked again with their topic', async () => {
  fetched.mockImplementation(async (url) => Response.json({ url, at: fetched.mock.calls.length }))
  const { result } = renderHook(
    () => ({
      one: useRead<{ at: number }>('campaigns', '/metrics/assignments/a/history'),
      all: useReads<{ at: number }>('campaigns', ['/metrics/assignments/a/history', '/metrics/assignments/b/history']),
      write: useWrite<object, unknown>('POST', '/campaigns/campaigns', { changes: ['campaigns'] }),
    }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.all.map(({ data }) => data?.at)).toEqual([1, 2]))
  expect(result.current.one.data).toBe(result.current.all[0]?.data)
  await act(() => result.current.write.mutateAsync({}))
  await waitFor(() => expect(result.current.all.map(({ data }) => data?.at)).toEqual([4, 5]))
})

test('a 401 anywhere asks who is signed in; whoever was there sees that the session ended', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: { me } }, problem(401, 'not_signed_in'), { body: {} })
  const { result, rerender } = renderHook(
    ({ ask }) => ({ session: useSession(), read: useRead('credits', '/payouts/credits', { enabled: ask }) }),
    { wrapper, initialProps: { ask: false } },
  )
  await waitFor(() => expect(result.current.session).toEqual({ state: 'present', me }))
  rerender({ ask: true })
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'ended' } satisfies Session))
})

test('a session that ends while a form is filled in: the write is not sent again, its error says what to do, and the page hears of it', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: { me } }, problem(401, 'not_signed_in', { detail: 'Please sign in first.' }), { body: {} })
  const { result } = renderHook(() => ({ session: useSession(), save: useWrite<object, unknown>('PUT', '/identity/brand') }), { wrapper })
  await waitFor(() => expect(result.current.session.state).toBe('present'))
  const error = await failureIn(() => result.current.save.mutateAsync({ brandName: 'Alpine' }))
  expect(sentenceOfError(error, 'en')).toBe('Please sign in first.')
  expect(fetched.mock.calls.filter(([, { method }]) => method === 'PUT')).toHaveLength(1)
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'ended' } satisfies Session))
})

test('without a network a write is tried three times under one key, and then says so instead of waiting in silence', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => offline.mockRestore())
  answers(lost)
  const { result } = renderHook(() => useWrite<object, unknown>('POST', '/payouts/transfers'), { wrapper })
  const error = await failureIn(() => result.current.mutateAsync({}))
  expect(error).toMatchObject({ code: 'network_lost', outcomeUnknown: true })
  expect(sentenceOfError(error, 'en')).toMatch(/^Reelfair cannot be reached\. Check your connection, then try again\./)
  expect(new Set(fetched.mock.calls.map((_, at) => headersOf(at)['idempotency-key'])).size).toBe(1)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('who asks too often is told for how long to wait, and not asked again behind their back', async () => {
  answers({ ...problem(429, 'too_many_requests', { details: { seconds: 12 } }), headers: { 'retry-after': '12' } } as Answer)
  const { result } = renderHook(() => useWrite<object, unknown>('POST', '/payouts/transfers'), { wrapper })
  const error = await failureIn(() => result.current.mutateAsync({}))
  expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 12, passing: false, outcomeUnknown: false })
  await expect.poll(() => sentenceOfError(error, 'fr')).toBe('Trop de requêtes. Veuillez réessayer dans 12 s.')
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each([
  [500, 'internal', 1],
  [503, 'unavailable', 3],
  [503, 'provider_unavailable', 3],
])('a fault of ours (%i %s) is asked %i times in all, under one key, and then said', async (status, code, times) => {
  answers(problem(status, code))
  const { result } = renderHook(() => useWrite<object, unknown>('POST', '/payouts/credit-orders'), { wrapper })
  const error = await failureIn(() => result.current.mutateAsync({}))
  expect(error).toMatchObject({ code, status, outcomeUnknown: true, requestId: 'r-1' })
  expect(fetched).toHaveBeenCalledTimes(times)
  expect(new Set(fetched.mock.calls.map((_, at) => headersOf(at)['idempotency-key'])).size).toBe(1)
})

test('what is wrong with a field follows the language: the service’s words in the one it was asked in, the form’s in the other', async () => {
  answers(problem(400, 'invalid_input', { fields: [{ path: 'name', message: 'Too long.' }] }))
  const error = await failureOf(call('POST', '/campaigns/campaigns', { body: {} }))
  expect(sentenceOfField(error, 'name', 'en', 'own')).toBe('Too long.')
  expect(sentenceOfField(error, 'name', 'fr', 'own')).toBe('own')
  expect(sentenceOfField(error, 'goal', 'fr', 'own')).toBeUndefined()
  expect(sentenceOfField(new Error('a bug'), 'name', 'en', 'own')).toBeUndefined()
})

test('signing out forgets what was shown, and is no ended session', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  answers({ body: { me } }, { status: 204 })
  const { result } = renderHook(() => ({ session: useSession(), signOut: useSignOut() }), { wrapper })
  await waitFor(() => expect(result.current.session.state).toBe('present'))
  client.setQueryData(['credits', '/payouts/credits', {}], { available: 1 })
  await act(() => result.current.signOut.mutateAsync())
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'left' }))
  expect(client.getQueryData(['credits', '/payouts/credits', {}])).toBeUndefined()
})

test('leaving stays a choice when the page hears of the end before its own request is answered', async () => {
  const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true }
  const left = Promise.withResolvers<Response>()
  const late = Promise.withResolvers<Response>()
  const reads = [Response.json({ me }), Response.json({ me: null }), late.promise]
  fetched.mockImplementation(async (_url, { method }) => (method === 'DELETE' ? left.promise : reads.shift()!))
  const { result } = renderHook(() => ({ session: useSession(), signOut: useSignOut() }), { wrapper })
  await waitFor(() => expect(result.current.session.state).toBe('present'))
  act(() => result.current.signOut.mutate())
  await act(() => client.invalidateQueries({ queryKey: ['session'] }))
  await waitFor(() => expect(result.current.session).toEqual({ state: 'absent', why: 'left' }))

  act(() => void client.invalidateQueries({ queryKey: ['session'] }))
  await waitFor(() => expect(reads).toEqual([]))
  left.resolve(new Response(null, { status: 204 }))
  await waitFor(() => expect(result.current.signOut.isSuccess).toBe(true))
  await act(async () => late.resolve(Response.json({ me })))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(result.current.session, 'an answer from before does not bring anyone back').toEqual({ state: 'absent', why: 'left' })
})

test('texts follow the language at once, also on the document and for the next visit', () => {
  const words = defineMessages('test', { en: { hello: 'Hello {{name}}' }, fr: { hello: 'Bonjour {{name}}' } })
  const { result } = renderHook(() => useMessages(words).t('hello', { name: '<b>' }))
  expect(result.current).toBe('Hello <b>')
  act(() => setLocale('fr'))
  expect(result.current).toBe('Bonjour <b>')
  expect(document.documentElement.lang).toBe('fr')
  expect(localStorage.getItem('reelfair.locale')).toBe('fr')
})

test('what may pass is asked again after half a second, and after one more', () => {
  expect(Array.from({ length: RETRIES }, (_, failures) => retryDelay(failures))).toEqual([500, 1_000])
})
