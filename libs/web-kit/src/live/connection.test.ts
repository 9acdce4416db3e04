// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeStream } from '../testing/fake-stream.ts'
import { LiveConnection } from './connection.ts'

const streams: FakeStream[] = []
const last = () => streams.at(-1)!
const handlers = { onChanged: vi.fn(), onMissed: vi.fn(), onSessionEnded: vi.fn() }
const live = new LiveConnection({
  url: '/api/live',
  ...handlers,
  open: () => {
    const stream = new FakeStream()
    streams.push(stream)
    return stream as unknown as EventSource
  },
})

const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  streams.length = 0
  live.start()
})
afterEach(() => {
  live.stop()
  vi.useRealTimers()
})

test('reports the topic that changed', () => {
  last().emit('hello')
  expect(live.state()).toBe('live')
  last().emit('changed', { topic: 'credits' })
  expect(handlers.onChanged).toHaveBeenCalledExactlyOnceWith('credits')
  expect(handlers.onMissed).not.toHaveBeenCalled()
})

test('reconnects after a failure and refetches everything', () => {
  last().emit('hello')
  last().onerror?.()
  expect(live.state()).toBe('connecting')
  expect(streams[0]!.isClosed).toBe(true)
  vi.advanceTimersByTime(1_500)
  expect(streams).toHaveLength(2)
  last().emit('hello')
  expect(live.state()).toBe('live')
  expect(handlers.onMissed).toHaveBeenCalledOnce()
})

test('refetches everything if the page may have missed changes before its first stream', () => {
  for (const isOld of [false, true]) {
    const before = handlers.onMissed.mock.calls.length
    const stream = new FakeStream()
    const one = new LiveConnection({
      url: '/api/live',
      ...handlers,
      mayHaveMissed: () => isOld,
      open: () => stream as unknown as EventSource,
    })
    one.start()
    stream.emit('hello')
    expect(handlers.onMissed.mock.calls.length - before).toBe(isOld ? 1 : 0)
    one.stop()
  }
})

test('refetches everything if its first stream took longer than three seconds to open', () => {
  vi.advanceTimersByTime(3_001)
  last().emit('hello')
  expect(handlers.onMissed).toHaveBeenCalledOnce()
})

test('refetches everything after a second hello on the same stream', () => {
  last().emit('hello')
  last().emit('hello')
  expect(handlers.onMissed).toHaveBeenCalledOnce()
})

test('polls every 30 s while disconnected and backs off between attempts', () => {
  for (let attempt = 0; attempt < 8; attempt++) {
    last().onerror?.()
    vi.advanceTimersToNextTimer()
  }
  expect(live.state()).toBe('paused')
  const attempts = streams.length
  handlers.onMissed.mockClear()
  last().onerror?.()
  vi.advanceTimersByTime(60_000)
  expect(handlers.onMissed).toHaveBeenCalledTimes(2)
  expect(streams.length - attempts).toBeLessThanOrEqual(4)
})

test('closes the stream after two minutes in a hidden tab and reopens it when visible', () => {
  last().emit('hello')
  hide(true)
  vi.advanceTimersByTime(119_000)
  expect(last().isClosed).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(last().isClosed).toBe(true)
  hide(false)
  expect(streams).toHaveLength(2)
  last().emit('hello')
  expect(handlers.onMissed).toHaveBeenCalledOnce()
})

test('stops when the session ends', () => {
  last().emit('hello')
  last().emit('session-ended')
  expect(handlers.onSessionEnded).toHaveBeenCalledOnce()
  expect(live.state()).toBe('off')
  vi.advanceTimersByTime(120_000)
  expect(streams).toHaveLength(1)
})
