// @vitest-environment jsdom
import type { CurrentSession } from '@reelfair/contracts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebKitProvider } from '../provider.tsx'
import { useSession } from '../session/session.ts'
import { fakeStreams } from '../testing/fake-stream.ts'
import { useLiveState } from './use-live.tsx'

const streams = fakeStreams()
const fetchSession = vi.fn<() => Promise<CurrentSession>>()
vi.stubGlobal('fetch', async () => Response.json(await fetchSession()))

const me = { id: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e', email: 'ida@a.example', role: 'brand', complete: true } as const
const look = () => renderHook(() => ({ live: useLiveState(), session: useSession().state }), { wrapper: WebKitProvider })

beforeEach(() => fetchSession.mockResolvedValue({ me }))
afterEach(() => {
  streams.length = 0
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
