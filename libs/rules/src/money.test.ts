import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earnedCents } from './money.ts'

test.each([
  [0, 10, 0],
  [99, 10, 0],
  [100, 10, 1],
  [12_345, 10, 123],
  [4_999, 20, 99],
  [5_000, 20, 100],
])('%i views at %i cents per 1,000 earn %i cents', (views, rate, cents) => {
  expect(earnedCents(views, rate)).toBe(cents)
})

test('posted differences add up to the total earnings for any sequence of steps', () => {
  const steps = fc.array(fc.nat(100_000), { maxLength: 40 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 50 }), (views, rate) => {
      let total = 0
      let posted = 0
      for (const more of views) {
        posted += earnedCents(total + more, rate) - earnedCents(total, rate)
        total += more
      }
      return posted === earnedCents(total, rate)
    }),
  )
})

test.each([
  [-1, 10],
  [0.5, 10],
  [1, -1],
  [Number.MAX_SAFE_INTEGER, 2],
  [Number.NaN, 1],
])('rejects %d views at %d cents', (views, rate) => {
  expect(() => earnedCents(views, rate)).toThrow(RangeError)
})
