// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLocale } from '../i18n/i18n.ts'
import { createQueryClient } from './query-client.ts'
import { upload, useUpload } from './upload.ts'

/** The test decides when and how this fake request responds. */
class FakeRequest {
  static all: FakeRequest[] = []
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
  readonly headers: Record<string, string> = {}
  onload?: () => void
  onerror?: () => void
  address = ''
  body: unknown
  aborted = false
  status = 0
  responseText = ''
  answerHeaders: Record<string, string> = {}
  constructor() {
    FakeRequest.all.push(this)
  }
  open(method: string, address: string) {
    this.address = `${method} ${address}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader(name: string) {
    return this.answerHeaders[name] ?? null
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.aborted = true
  }
  answer(status: number, body: unknown, headers: Record<string, string> = { 'content-type': 'application/problem+json' }) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.answerHeaders = headers
    this.onload?.()
  }
}
const lastRequest = () => FakeRequest.all.at(-1)!
const file = new Blob(['0123456789'])
const send = (options = {}) => upload('/campaigns/media', file, { type: 'image/png', ...options })

beforeEach(() => {
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  setLocale('fr')
})
afterEach(() => {
  vi.useRealTimers()
  setLocale('en')
})

test('sends a file unchanged with its type and the reader’s language, and reports progress', async () => {
  const shares: number[] = []
  const done = send({ onProgress: (share: number) => shares.push(share) })
  expect(lastRequest()).toMatchObject({
    address: 'POST /api/campaigns/media',
    body: file,
    headers: { 'content-type': 'image/png', 'accept-language': 'fr', accept: 'application/json' },
  })
  lastRequest().upload.onprogress?.({ loaded: 4, total: 10 })
  lastRequest().upload.onprogress?.({ loaded: 10, total: 10 })
  lastRequest().answer(201, { id: 'm' })
  expect(await done).toEqual({ id: 'm' })
  expect(shares).toEqual([0.4, 1])
})

test('rejects with the code, status, language and details of an error response', async () => {
  const done = send()
  lastRequest().answer(400, { code: 'media_dimensions', detail: 'Phrase.', requestId: 'r', details: { width: 3, height: 4 } })
  await expect(done).rejects.toMatchObject({ code: 'media_dimensions', status: 400, locale: 'fr', details: { width: 3, height: 4 } })
})

test.each([
  ['an HTML page from a proxy', () => lastRequest().answer(502, '<html>', { 'content-type': 'text/html' }), 'unreadable_answer'],
  ['malformed JSON', () => lastRequest().answer(200, '{'), 'unreadable_answer'],
  ['a lost connection', () => lastRequest().onerror?.(), 'network_lost'],
])('distinguishes %s from an error response', async (_, happen, code) => {
  const done = send()
  happen()
  await expect(done).rejects.toMatchObject({ code })
})

test('aborts an upload after 30 s without progress, but not a slow upload', async () => {
  vi.useFakeTimers()
  const done = send()
  const failure = expect(done).rejects.toMatchObject({ code: 'timed_out' })
  for (const loaded of [1, 2, 3]) {
    vi.advanceTimersByTime(29_000)
    lastRequest().upload.onprogress?.({ loaded, total: 10 })
  }
  expect(lastRequest().aborted).toBe(false)
  vi.advanceTimersByTime(30_000)
  await failure
  expect(lastRequest().aborted).toBe(true)
})

test('waits longer for the response once the file is sent', async () => {
  vi.useFakeTimers()
  const done = send()
  lastRequest().upload.onload?.()
  vi.advanceTimersByTime(74_000)
  lastRequest().answer(201, { id: 'm' })
  expect(await done).toEqual({ id: 'm' })
})

test('refetches what an upload changes', async () => {
  const client = createQueryClient()
  client.setQueryData(['brand', '/identity/brand'], {})
  client.setQueryData(['credits', '/payouts/credits'], {})
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useUpload('/identity/brand/logo', { changes: ['brand'] }), { wrapper })
  act(() => result.current.send({ file, type: 'image/png' }))
  await waitFor(() => expect(FakeRequest.all).toHaveLength(1))
  const isStale = (topic: string) => client.getQueryCache().findAll({ queryKey: [topic] })[0]?.state.isInvalidated
  expect(isStale('brand')).toBe(false)
  act(() => lastRequest().answer(201, {}))
  await waitFor(() => expect(isStale('brand')).toBe(true))
  expect(isStale('credits')).toBe(false)
})

test('uploads one file at a time, can cancel it, and aborts it on unmount', async () => {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const uploaded = vi.fn()
  const { result, unmount } = renderHook(() => useUpload('/campaigns/media', { onDone: uploaded }), { wrapper })
  const start = async () => {
    const before = FakeRequest.all.length
    act(() => result.current.send({ file, type: 'image/png' }))
    await waitFor(() => expect(FakeRequest.all.length).toBe(before + 1))
    return lastRequest()
  }
  const first = await start()
  await waitFor(() => expect(result.current.progress).toBe(0))
  act(() => first.upload.onprogress?.({ loaded: 5, total: 10 }))
  expect(result.current.progress).toBe(0.5)
  act(() => result.current.cancel())
  await waitFor(() => expect(result.current.progress).toBeUndefined())
  expect(first.aborted).toBe(true)
  expect(result.current.error).toBeNull()

  const second = await start()
  act(() => second.answer(201, { id: 'm' }))
  await waitFor(() => expect(uploaded).toHaveBeenCalledExactlyOnceWith({ id: 'm' }))
  await waitFor(() => expect(result.current.progress).toBeUndefined())

  const third = await start()
  unmount()
  expect(third.aborted).toBe(true)
})
