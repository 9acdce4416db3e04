import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecentNotices } from './recent-notices.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('keeps the notices of the last five seconds by audience', () => {
  const notices = new RecentNotices()
  notices.add('user:ida', 'balance')
  vi.advanceTimersByTime(3_000)
  notices.add('role:creator', 'campaigns')
  notices.add('user:tom', 'credits')
  expect(notices.topicsFor(['everyone', 'user:ida', 'role:creator'])).toEqual(expect.arrayContaining(['balance', 'campaigns']))
  expect(notices.topicsFor(['user:tom'])).toEqual(['credits'])
  vi.advanceTimersByTime(2_000)
  expect(notices.topicsFor(['user:ida', 'role:creator'])).toEqual(['campaigns'])
})

test('counts the five seconds from the latest of several identical notices', () => {
  const notices = new RecentNotices()
  notices.add('user:ida', 'balance')
  vi.advanceTimersByTime(4_000)
  notices.add('user:ida', 'balance')
  notices.add('user:tom', 'balance')
  vi.advanceTimersByTime(4_000)
  expect(notices.topicsFor(['user:ida'])).toEqual(['balance'])
})

test('returns `unknown` for five seconds after a recent notice is dropped', () => {
  const notices = new RecentNotices()
  for (let n = 0; n < 20_001; n++) notices.add(`user:${n}`, 'balance')
  expect(notices.topicsFor(['user:20000'])).toBe('unknown')
  vi.advanceTimersByTime(5_001)
  expect(notices.topicsFor(['user:20000'])).toEqual([])
})
