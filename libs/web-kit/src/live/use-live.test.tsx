// @vitest-environment jsdom
import type { CurrentSession } from '@reelfair/contracts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebKitProvider } from '../provider.tsx'
import { useSession } from '../session/session.ts'
import { playStreams } from '../testing/played-stream.ts'
import { useLiveState } from './use-live.tsx'

const streams = playStreams()
const asked = vi.fn<() => Promise<CurrentSession>>()
vi.stubGlobal('fetch', async () => Response.json(await asked()))

const me = { id: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e', email: 'ida@a.example', role: 'brand', complete: true } as const
const look = () => renderHook(() => ({ live: useLiveState(), session: useSession().state }), { wrapper: WebKitProvider })

beforeEach(() => asked.mockResolvedValue({ me }))
afterEach(() => {
  streams.length = 0
})

async function listening() {
  const { result, unmount } = look()
  await waitFor(() => expect(streams).toHaveLength(1))
  act(() => streams[0]!.say('hello'))
  expect(result.current.live).toBe('live')
  return { result, unmount }
}

test('a session that ends while the person already has another one is followed by a new stream', async () => {
  const { result, unmount } = await listening()
  for (const round of [1, 2]) {
    act(() => streams.at(-1)!.say('session-ended'))
    await waitFor(() => expect(streams).toHaveLength(1 + round))
    act(() => streams.at(-1)!.say('hello'))
    expect(result.current).toEqual({ live: 'live', session: 'present' })
  }
  unmount()
  expect(streams.filter(({ isClosed }) => !isClosed)).toEqual([])
})

test('a session that ends with nobody there leaves no stream', async () => {
  const { result, unmount } = await listening()
  asked.mockResolvedValue({})
  act(() => streams[0]!.say('session-ended'))
  await waitFor(() => expect(result.current).toEqual({ live: 'off', session: 'absent' }))
  expect(streams).toHaveLength(1)
  unmount()
})

test('a page that is left while the session is asked for again opens nothing', async () => {
  const { unmount } = await listening()
  const { promise, resolve } = Promise.withResolvers<CurrentSession>()
  asked.mockReturnValue(promise)
  act(() => streams[0]!.say('session-ended'))
  unmount()
  await act(async () => resolve({ me }))
  expect(streams).toHaveLength(1)
})
