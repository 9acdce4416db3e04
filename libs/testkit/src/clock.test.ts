import { expect, test } from 'vitest'
import { movableClock } from './clock.ts'

test('a clock with a start time is frozen and can move forward and back', () => {
  const clock = movableClock('2026-03-29T00:59:59.999Z')
  expect(clock.now()).toEqual(clock.now())
  clock.advance({ days: 1, hours: 1, minutes: 1, seconds: 1, ms: 1 })
  expect(clock.now().toISOString()).toBe('2026-03-30T02:01:01.000Z')
  clock.set('2026-01-01T00:00:00Z')
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z')
})

test('a clock without a start time follows the machine’s time, even after being advanced', () => {
  const clock = movableClock()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000)
  clock.advance({ hours: 1 })
  expect(Math.abs(clock.now().getTime() - Date.now() - 3_600_000)).toBeLessThan(1_000)
})

test('calls listeners on each move until they unsubscribe', () => {
  const clock = movableClock()
  const seen: string[] = []
  const stop = clock.onJump(() => seen.push(clock.now().toISOString()))
  clock.set('2026-01-01T00:00:00Z')
  clock.advance({ days: 1 })
  stop()
  clock.advance({ days: 1 })
  expect(seen).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'])
})
