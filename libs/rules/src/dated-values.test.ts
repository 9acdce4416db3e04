import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comingAfter, inForceAt } from './dated-values.ts'

const dated = (version: number, day: string, value = `v${version}`) => ({ version, value, validFrom: new Date(`${day}T00:00:00Z`) })
const at = (day: string, time = '00:00:00') => new Date(`${day}T${time}Z`)
const history = [dated(0, '2026-01-01'), dated(1, '2026-06-01'), dated(2, '2026-03-01'), dated(3, '2026-06-01')]

test.each([
  ['before the first value', at('2025-12-31'), undefined],
  ['at the first value', at('2026-01-01'), 'v0'],
  ['one second before the next value', at('2026-02-28', '23:59:59'), 'v0'],
  ['at the next value, although it was added later', at('2026-03-01'), 'v2'],
  ['at a date with two values: the newer version', at('2026-06-01'), 'v3'],
])('%s', (_, instant, value) => {
  expect(inForceAt(history, instant)?.value).toBe(value)
  expect(inForceAt(history.toReversed(), instant)?.value).toBe(value)
})

test('lists upcoming values by date, without the replaced one', () => {
  expect(comingAfter(history, at('2026-01-01')).map(({ value }) => value)).toEqual(['v2', 'v3'])
  expect(comingAfter(history, at('2026-06-01'))).toEqual([])
})

test('returns the same value regardless of arrival order', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(history, { minLength: history.length }), fc.integer({ min: 0, max: 400 }), (shuffled, days) => {
      const instant = new Date(+at('2025-12-01') + days * 86_400_000)
      expect(inForceAt(shuffled, instant)).toBe(inForceAt(history, instant))
    }),
  )
})
