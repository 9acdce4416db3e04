import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatDuration,
  formatPercent,
  formatSignedCents,
  formatSignedCount,
  formatTime,
  formatUnits,
} from './format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('prints units in the singular or plural, depending on the count', () => {
  expect([1, 72].map((hours) => formatUnits(hours, 'hour', 'en'))).toEqual(['1\u00a0hour', '72\u00a0hours'])
  expect([1, 14].map((days) => formatUnits(days, 'day', 'fr'))).toEqual(['1\u00a0jour', '14\u00a0jours'])
})

describe('figures', () => {
  test.each([
    [formatCount(1234, 'en'), '1,234'],
    [formatCount(1234, 'fr'), '1\u00a0234'],
    [formatCount(750_000, 'fr'), '750\u00a0000'],
    [formatCount(-525, 'en'), '\u2212525'],
    [formatCount(0, 'fr'), '0'],
    [formatSignedCount(12, 'en'), '+12'],
    [formatSignedCount(-12_960, 'fr'), '\u221212\u00a0960'],
    [formatSignedCount(0, 'fr'), '0'],
    [formatDecimal(1234.5, 'en', 2), '1,234.50'],
    [formatDecimal(-1234.5, 'fr', 2), '\u22121\u00a0234,50'],
    [formatDecimal(2.5, 'fr', 2, 0), '2,5'],
    [formatDecimal(10, 'en', 2, 0), '10'],
    [formatCents(4137, 'en'), '€41.37'],
    [formatCents(4137, 'fr'), '41,37\u00a0€'],
    [formatCents(123_456_789, 'fr'), '1\u00a0234\u00a0567,89\u00a0€'],
    [formatCents(0, 'en'), '€0.00'],
    [formatCents(5, 'en'), '€0.05'],
    [formatCents(300, 'en', 0), '€3'],
    [formatCents(-0.42, 'en', 4), '\u2212€0.0042'],
    [formatSignedCents(2701, 'en'), '+€27.01'],
    [formatSignedCents(-1500, 'fr'), '\u221215,00\u00a0€'],
    [formatPercent(0.25, 'en'), '25%'],
    [formatPercent(0.25, 'fr'), '25\u00a0%'],
    [formatBytes(184_000, 'en'), '184\u00a0KB'],
    [formatBytes(2_400_000, 'fr'), '2,4\u00a0Mo'],
    [formatBytes(40e6, 'en'), '40\u00a0MB'],
    [formatBytes(999_700, 'en'), '1\u00a0MB'],
  ])('formats a figure: %j equals %j', (printed, wanted) => {
    expect(printed).toBe(wanted)
  })

  test('never prints a narrow no-break space in either language', () => {
    for (const locale of ['en', 'fr'] as const) {
      expect(formatCount(1_234_567, locale) + formatCents(1_234_567, locale) + formatPercent(12.5, locale)).not.toContain('\u202f')
    }
  })
})

describe('dates', () => {
  const at = '2026-11-22T17:00:00Z'

  test.each([
    [formatDateTime(at, 'en'), '22 Nov, 18:00'],
    [formatDateTime(at, 'fr'), '22 nov., 18:00'],
    [formatDateTime(at, 'en', { weekday: 'short' }), 'Sun 22 Nov, 18:00'],
    [formatDateTime(at, 'fr', { weekday: 'short' }), 'dim. 22 nov., 18:00'],
    [formatDate(at, 'en', { weekday: 'long', month: 'long' }), 'Sunday 22 November'],
    [formatDate(at, 'fr', { weekday: 'long', month: 'long', year: true }), 'dimanche 22 novembre 2026'],
    [formatDate('2026-09-01T10:00:00Z', 'fr', { month: 'long', year: true }), '1er septembre 2026'],
    [formatDate('2026-09-01T10:00:00Z', 'en', { year: true }), '1 Sept 2026'],
    [formatTime('2026-11-21T23:41:00Z', 'en'), '00:41'],
  ])('formats a date: %j equals %j', (printed, wanted) => {
    expect(printed).toBe(wanted)
  })

  test('uses the Paris date while UTC is still on the previous day', () => {
    expect(formatDate('2026-07-14T22:30:00Z', 'en')).toBe('15 Jul')
  })
})

describe('durations', () => {
  test.each([
    [2 * DAY + 22 * HOUR + 59 * MINUTE, '2\u00a0d\u00a022\u00a0h', '2\u00a0j\u00a022\u00a0h'],
    [3 * DAY, '3\u00a0d', '3\u00a0j'],
    [9 * HOUR + 18 * MINUTE, '9\u00a0h\u00a018\u00a0min', '9\u00a0h\u00a018'],
    [9 * HOUR + 5 * MINUTE, '9\u00a0h\u00a05\u00a0min', '9\u00a0h\u00a005'],
    [9 * HOUR, '9\u00a0h', '9\u00a0h'],
    [18 * MINUTE + 59_000, '18\u00a0min', '18\u00a0min'],
    [59_000, 'less than 1\u00a0min', 'moins d’1\u00a0min'],
  ])('formats %d ms as %j in English and %j in French', (ms, english, french) => {
    expect(formatDuration(ms, 'en')).toBe(english)
    expect(formatDuration(ms, 'fr')).toBe(french)
  })
})
