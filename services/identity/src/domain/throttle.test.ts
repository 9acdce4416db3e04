import { expect, test } from 'vitest'
import { CODES, FREE_FAILURES, isUnderAttack, pauseAfter, recordFailure, takeTurn, WINDOW_MS } from './throttle.ts'

const at = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const fresh = { count: 0, lastAt: at, endsAt: at }
const after = (failures: number) => Array.from({ length: failures }).reduce<typeof fresh>((attempts) => recordFailure(attempts, at), fresh)

test.each([
  [0, 0],
  [FREE_FAILURES - 1, 0],
  [FREE_FAILURES, 1_000],
  [FREE_FAILURES + 1, 2_000],
  [FREE_FAILURES + 3, 8_000],
  [FREE_FAILURES + 30, 60_000],
])('after %i failures, makes a network wait %i ms', (failures, pause) => {
  expect(pauseAfter(after(failures), at)).toBe(pause)
  expect(pauseAfter(after(failures), later(pause))).toBe(0)
})

test('forgets failures after 15 minutes without another one', () => {
  expect(isUnderAttack(after(FREE_FAILURES), later(WINDOW_MS - 1))).toBe(true)
  expect(isUnderAttack(after(FREE_FAILURES), later(WINDOW_MS))).toBe(false)
  expect(recordFailure(after(50), later(WINDOW_MS)).count).toBe(1)
})

test('limits codes to one every 15 minutes, and forgets wrong ones after a day', () => {
  const wrong = Array.from({ length: 25 }).reduce<typeof fresh>((attempts) => recordFailure(attempts, at, CODES), fresh)
  expect(pauseAfter(wrong, at, CODES)).toBe(900_000)
  expect(recordFailure(wrong, later(86_400_000 - 1), CODES).count).toBe(26)
  expect(recordFailure(wrong, later(86_400_000), CODES).count).toBe(1)
})

test('admits one attempt per second on an address under attack, queues five and rejects the sixth', () => {
  let attempts = { ...after(FREE_FAILURES), turnAt: undefined as Date | undefined }
  const waits: number[] = []
  for (let n = 0; n < 5; n++) {
    const turn = takeTurn(attempts, at)
    if (!('waitMs' in turn)) throw new Error('queue too short')
    attempts = turn.attempts
    waits.push(turn.waitMs)
  }
  expect(waits).toEqual([1_000, 2_000, 3_000, 4_000, 5_000])
  expect(takeTurn(attempts, at)).toEqual({ retryAfterMs: 1_000 })
  expect(takeTurn(attempts, later(10_000))).toMatchObject({ waitMs: 1_000 })
})
