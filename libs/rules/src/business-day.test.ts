import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, BUSINESS_TIME_ZONE, businessDayOf, daysBetween, instantOf, nextDay, nextInstantAt } from './business-day.ts'

const iso = (instant: Date) => instant.toISOString()
const instants = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const days = instants.map(businessDayOf)

describe('the business day of an instant', () => {
  test.each([
    ['2026-11-21T22:59:59.999Z', '2026-11-21'],
    ['2026-11-21T23:00:00.000Z', '2026-11-22'],
    ['2026-07-01T21:59:59.999Z', '2026-07-01'],
    ['2026-07-01T22:00:00.000Z', '2026-07-02'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['2028-02-28T23:30:00.000Z', '2028-02-29'],
  ])('%s is on %s', (instant, day) => {
    expect(businessDayOf(new Date(instant))).toBe(day)
  })

  test('a business day lasts from midnight to midnight', () => {
    fc.assert(
      fc.property(days, (day) => {
        const start = instantOf(day, '00:00').getTime()
        expect(businessDayOf(new Date(start))).toBe(day)
        expect(businessDayOf(new Date(start - 1))).toBe(addDays(day, -1))
      }),
    )
  })
})

test('the clocks change as in the time zone database', () => {
  const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })
  const firstAt = new Map<string, number>()
  for (let year = 1996; year < 2060; year += 1)
    for (const start of [Date.UTC(year, 0), Date.UTC(year, 2, 24), Date.UTC(year, 6), Date.UTC(year, 9, 24)])
      for (let hour = 0; hour < 8 * 24; hour += 1) {
        const ms = start + hour * 3_600_000
        const wall = paris.format(ms)
        if (!firstAt.has(wall)) firstAt.set(wall, ms)
        if (businessDayOf(new Date(ms)) !== wall.slice(0, 10)) throw new Error(`${iso(new Date(ms))} is ${wall} in Paris`)
      }
  const wrong = [...firstAt].filter(([wall, ms]) => instantOf(wall.slice(0, 10), wall.slice(11)).getTime() !== ms)
  expect(wrong).toEqual([])
})

describe('converting a day and a time to an instant', () => {
  test.each([
    ['2026-11-21', '02:00', '2026-11-21T01:00:00.000Z'],
    ['2026-07-01', '02:00', '2026-07-01T00:00:00.000Z'],
    ['2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '02:59', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25', '02:00', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
  ])('%s at %s is %s', (day, time, instant) => {
    expect(iso(instantOf(day, time))).toBe(instant)
  })

  test('every local time on a business day maps to an instant within that day', () => {
    fc.assert(
      fc.property(days, times, (day, time) => {
        expect(businessDayOf(instantOf(day, time))).toBe(day)
      }),
    )
  })

  test('the instant never decreases as the time of day increases', () => {
    fc.assert(
      fc.property(days, times, times, (day, a, b) => {
        const [first, second] = a <= b ? [a, b] : [b, a]
        expect(instantOf(day, first).getTime()).toBeLessThanOrEqual(instantOf(day, second).getTime())
      }),
    )
  })

  test.each(['2026-02-30', '2026-13-01', '21-11-2026', '', '2026-11-21T00:00'])('rejects "%s" as a day', (day) => {
    expect(() => instantOf(day, '00:00')).toThrow(RangeError)
  })

  test.each(['24:00', '7:00', '12:60', ''])('rejects "%s" as a time', (time) => {
    expect(() => instantOf('2026-11-21', time)).toThrow(RangeError)
  })
})

describe('day arithmetic', () => {
  test('counts a 23-hour day and a 25-hour day as one day each', () => {
    expect(instantOf('2026-03-30', '00:00').getTime() - instantOf('2026-03-29', '00:00').getTime()).toBe(23 * 3_600_000)
    expect(instantOf('2026-10-26', '00:00').getTime() - instantOf('2026-10-25', '00:00').getTime()).toBe(25 * 3_600_000)
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
  })

  test('handles leap years and year ends', () => {
    expect([nextDay('2028-02-28'), nextDay('2026-02-28'), nextDay('2026-12-31')]).toEqual(['2028-02-29', '2026-03-01', '2027-01-01'])
  })

  test('addDays and daysBetween are inverse operations', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count)
      }),
    )
  })
})

describe('the next instant at a given time', () => {
  test.each([
    ['00:00', '2026-11-21T10:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    ['00:00', '2026-11-21T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    ['02:30', '2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    ['02:30', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
  ])('the next %s after %s is %s', (time, after, next) => {
    expect(iso(nextInstantAt(time, new Date(after)))).toBe(next)
  })

  test('the next instant is within 25 hours and occurs once per business day', () => {
    fc.assert(
      fc.property(instants, times, (after, time) => {
        const next = nextInstantAt(time, after)
        const wait = next.getTime() - after.getTime()
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(25 * 3_600_000)
        expect(daysBetween(businessDayOf(next), businessDayOf(nextInstantAt(time, next)))).toBe(1)
      }),
    )
  })
})
