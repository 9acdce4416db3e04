// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLocale } from '../i18n/i18n.ts'
import { createQueryClient } from './query-client.ts'
import { upload, useUpload } from './upload.ts'

/** A request that the test plays: what is sent is seen, what is answered is said. */
class PlayedRequest {
  static all: PlayedRequest[] = []
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
    PlayedRequest.all.push(this)
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
const played = () => PlayedRequest.all.at(-1)!
const file = new Blob(['0123456789'])
const send = (options = {}) => upload<{ id: string }>('/campaigns/media', file, { type: 'image/png', ...options })

beforeEach(() => {
  PlayedRequest.all = []
  vi.stubGlobal('XMLHttpRequest', PlayedRequest)
  setLocale('fr')
})
afterEach(() => {
  vi.useRealTimers()
  setLocale('en')
})

test('a file goes as it is, with its type and the reader’s language, and tells how much is sent', async () => {
  const shares: number[] = []
  const done = send({ onProgress: (share: number) => shares.push(share) })
  expect(played()).toMatchObject({
    address: 'POST /api/campaigns/media',
    body: file,
    headers: { 'content-type': 'image/png', 'accept-language': 'fr', accept: 'application/json' },
  })
  played().upload.onprogress?.({ loaded: 4, total: 10 })
  played().upload.onprogress?.({ loaded: 10, total: 10 })
  played().answer(201, { id: 'm' })
  expect(await done).toEqual({ id: 'm' })
  expect(shares).toEqual([0.4, 1])
})

test('a refusal is the service’s code, sentence and figures', async () => {
  const done = send()
  played().answer(400, { code: 'media_dimensions', detail: 'Phrase.', requestId: 'r', details: { width: 3, height: 4 } })
  await expect(done).rejects.toMatchObject({ code: 'media_dimensions', status: 400, locale: 'fr', details: { width: 3, height: 4 } })
})

test.each([
  ['a proxy’s page', () => played().answer(502, '<html>', { 'content-type': 'text/html' }), 'unreadable_answer'],
  ['an answer that is none', () => played().answer(200, '{'), 'unreadable_answer'],
  ['a line that is cut', () => played().onerror?.(), 'network_lost'],
])('%s is told from a refusal', async (_, happen, code) => {
  const done = send()
  happen()
  await expect(done).rejects.toMatchObject({ code })
})

test('a line on which nothing moves is given up; one that moves is not, however slow', async () => {
  vi.useFakeTimers()
  const done = send()
  const failure = expect(done).rejects.toMatchObject({ code: 'timed_out' })
  for (const loaded of [1, 2, 3]) {
    vi.advanceTimersByTime(29_000)
    played().upload.onprogress?.({ loaded, total: 10 })
  }
  expect(played().aborted).toBe(false)
  vi.advanceTimersByTime(30_000)
  await failure
  expect(played().aborted).toBe(true)
})

test('what is sent whole has longer to be judged', async () => {
  vi.useFakeTimers()
  const done = send()
  played().upload.onload?.()
  vi.advanceTimersByTime(74_000)
  played().answer(201, { id: 'm' })
  expect(await done).toEqual({ id: 'm' })
})

test('a screen sends one file at a time, can stop it, and stops it when it goes', async () => {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const taken = vi.fn()
  const { result, unmount } = renderHook(() => useUpload<{ id: string }>('/campaigns/media', { onDone: taken }), { wrapper })
  const start = async () => {
    const before = PlayedRequest.all.length
    act(() => result.current.send({ file, type: 'image/png' }))
    await waitFor(() => expect(PlayedRequest.all.length).toBe(before + 1))
    return played()
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
  await waitFor(() => expect(taken).toHaveBeenCalledExactlyOnceWith({ id: 'm' }))
  await waitFor(() => expect(result.current.progress).toBeUndefined())

  const third = await start()
  unmount()
  expect(third.aborted).toBe(true)
})
