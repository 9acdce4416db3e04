// @vitest-environment jsdom
import type { CurrentSession } from '@reelfair/contracts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstRead, startFirstReads } from '../api/first-reads.ts'
import { useRead } from '../api/queries.ts'
import { WebKitProvider } from '../provider.tsx'
import { useSession } from '../session/session.ts'
import { fakeStreams } from '../testing/fake-stream.ts'
import { useLiveState } from './use-live.tsx'

const streams = fakeStreams()
const fetchSession = vi.fn<() => Promise<CurrentSession>>()
vi.stubGlobal('fetch', async (url: string) => (url.endsWith('/balance') ? fetchBalance() : Response.json(await fetchSession())))

const me = { id: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e', email: 'ida@a.example', role: 'brand', complete: true } as const
/** What the service responds to each request for the balance, in order. */
const balances: PromiseWithResolvers<Response>[] = []
const fetchBalance = (): Promise<Response> => {
  balances.push(Promise.withResolvers())
  return balances.at(-1)!.promise
}
const answered = (index: number, earned: number) => act(async () => balances[index]!.resolve(Response.json({ earned })))
const lookAtBalance = () =>
  renderHook(() => ({ live: useLiveState(), balance: useRead('balance', '/payouts/balance') }), { wrapper: WebKitProvider })

const look = () => renderHook(() => ({ live: useLiveState(), session: useSession().state }), { wrapper: WebKitProvider })

beforeEach(() => fetchSession.mockResolvedValue({ me }))
afterEach(() => {
  streams.length = 0
  balances.length = 0
})

async function listening() {
  const { result, unmount } = look()
  await waitFor(() => expect(streams).toHaveLength(1))
  act(() => streams[0]!.emit('hello'))
  expect(result.current.live).toBe('live')
  return { result, unmount }
}

test('opens a new stream when a session ends but the user already has another session', async () => {
  const { result, unmount } = await listening()
  for (const round of [1, 2]) {
    act(() => streams.at(-1)!.emit('session-ended'))
    await waitFor(() => expect(streams).toHaveLength(1 + round))
    act(() => streams.at(-1)!.emit('hello'))
    expect(result.current).toEqual({ live: 'live', session: 'present' })
  }
  unmount()
  expect(streams.filter(({ isClosed }) => !isClosed)).toEqual([])
})

test('opens no stream when the session ends and the user has no other session', async () => {
  const { result, unmount } = await listening()
  fetchSession.mockResolvedValue({})
  act(() => streams[0]!.emit('session-ended'))
  await waitFor(() => expect(result.current).toEqual({ live: 'off', session: 'absent' }))
  expect(streams).toHaveLength(1)
  unmount()
})

test('opens no stream if the page unmounts while the session is being refetched', async () => {
  const { unmount } = await listening()
  const { promise, resolve } = Promise.withResolvers<CurrentSession>()
  fetchSession.mockReturnValue(promise)
  act(() => streams[0]!.emit('session-ended'))
  unmount()
  await act(async () => resolve({ me }))
  expect(streams).toHaveLength(1)
})

test.each(['changed', 'hello'] as const)('requests data again if a %s event arrives before its first response', async (event) => {
  const { result, unmount } = lookAtBalance()
  await waitFor(() => expect([streams.length, balances.length]).toEqual([1, 1]))
  act(() => streams[0]!.emit('hello'))
  act(() => streams[0]!.emit(event, { topic: 'balance' }))
  await answered(0, 204)
  await waitFor(() => expect(balances).toHaveLength(2))
  await answered(1, 310)
  await waitFor(() => expect(result.current.balance.data?.earned).toBe(310))
  expect(balances).toHaveLength(2)
  unmount()
})

test('requests data only once if an event for another topic arrives before its first response', async () => {
  const { result, unmount } = lookAtBalance()
  await waitFor(() => expect([streams.length, balances.length]).toEqual([1, 1]))
  act(() => streams[0]!.emit('hello'))
  act(() => streams[0]!.emit('changed', { topic: 'credits' }))
  await answered(0, 204)
  await waitFor(() => expect(result.current.balance.data?.earned).toBe(204))
  expect(balances).toHaveLength(1)
  unmount()
})

test('requests data again if an event arrives after its preload and before the part that shows it', async () => {
  const { result: first, unmount: leave } = await listening()
  expect(first.current.live).toBe('live')
  const link = Object.assign(document.createElement('link'), { rel: 'preload', href: '/api/payouts/balance' })
  link.setAttribute('as', 'fetch')
  document.head.append(link)
  void startFirstReads()
  await answered(0, 204)
  expect(firstRead('/api/payouts/balance')).toEqual({ earned: 204 })
  act(() => streams[0]!.emit('changed', { topic: 'balance' }))
  expect(firstRead('/api/payouts/balance')).toBeUndefined()
  link.remove()
  leave()
})
