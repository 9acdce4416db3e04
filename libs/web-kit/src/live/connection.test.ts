// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlayedStream } from '../testing/played-stream.ts'
import { createLiveConnection } from './connection.ts'

const streams: PlayedStream[] = []
const last = () => streams.at(-1)!
const heard = { onChanged: vi.fn(), onMissed: vi.fn(), onSessionEnded: vi.fn() }
const live = createLiveConnection({
  url: '/api/live',
  ...heard,
  open: () => {
    const stream = new PlayedStream()
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

test('tells which topic has changed', () => {
  last().say('hello')
  expect(live.state()).toBe('live')
  last().say('changed', { topic: 'credits' })
  expect(heard.onChanged).toHaveBeenCalledExactlyOnceWith('credits')
  expect(heard.onMissed).not.toHaveBeenCalled()
})

test('comes back after a break, and has everything asked again', () => {
  last().say('hello')
  last().onerror?.()
  expect(live.state()).toBe('connecting')
  expect(streams[0]!.isClosed).toBe(true)
  vi.advanceTimersByTime(1_500)
  expect(streams).toHaveLength(2)
  last().say('hello')
  expect(live.state()).toBe('live')
  expect(heard.onMissed).toHaveBeenCalledOnce()
})

test('has everything asked again when the page may be older than its first stream', () => {
  for (const isOld of [false, true]) {
    const before = heard.onMissed.mock.calls.length
    const stream = new PlayedStream()
    const one = createLiveConnection({
      url: '/api/live',
      ...heard,
      mayHaveMissed: () => isOld,
      open: () => stream as unknown as EventSource,
    })
    one.start()
    stream.say('hello')
    expect(heard.onMissed.mock.calls.length - before).toBe(isOld ? 1 : 0)
    one.stop()
  }
})

test('a second hello on the same stream means that the gateway missed something', () => {
  last().say('hello')
  last().say('hello')
  expect(heard.onMissed).toHaveBeenCalledOnce()
})

test('asks every 30 s while it cannot connect, with growing pauses between the trials', () => {
  for (let trial = 0; trial < 8; trial++) {
    last().onerror?.()
    vi.advanceTimersToNextTimer()
  }
  expect(live.state()).toBe('paused')
  const trials = streams.length
  heard.onMissed.mockClear()
  last().onerror?.()
  vi.advanceTimersByTime(60_000)
  expect(heard.onMissed).toHaveBeenCalledTimes(2)
  expect(streams.length - trials).toBeLessThanOrEqual(4)
})

test('gives the stream back after two hidden minutes and takes it up again when seen', () => {
  last().say('hello')
  hide(true)
  vi.advanceTimersByTime(119_000)
  expect(last().isClosed).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(last().isClosed).toBe(true)
  hide(false)
  expect(streams).toHaveLength(2)
  last().say('hello')
  expect(heard.onMissed).toHaveBeenCalledOnce()
})

test('is over when the session is', () => {
  last().say('hello')
  last().say('session-ended')
  expect(heard.onSessionEnded).toHaveBeenCalledOnce()
  expect(live.state()).toBe('off')
  vi.advanceTimersByTime(120_000)
  expect(streams).toHaveLength(1)
})
