import { expect, test } from 'vitest'
import { dueSettlement, finalReadingAt, finalReadingDay, finalSettlementAt, isFinalSettlementDue, latestSettlementAt } from './nights.ts'

const iso = (date: Date) => date.toISOString()

test.each([
  // In winter, Paris is one hour ahead of UTC.
  ['2026-11-21T23:00:00.000Z', '2026-11-24', 'at 00:00'],
  ['2026-11-22T01:00:00.000Z', '2026-11-24', 'at 02:00 sharp'],
  ['2026-11-22T01:00:00.001Z', '2026-11-25', 'just after 02:00'],
  ['2026-11-22T12:00:00.000Z', '2026-11-25', 'at midday'],
  ['2026-11-22T22:59:59.999Z', '2026-11-25', 'just before midnight'],
  // Clocks change from 02:00 to 03:00 on 28 March 2027.
  ['2027-03-28T01:00:00.000Z', '2027-03-30', 'at the change to summer time, which counts as 02:00'],
  ['2027-03-28T01:00:00.001Z', '2027-03-31', 'just after the change to summer time'],
  // 02:00 occurs twice on 25 October 2026. The first occurrence counts.
  ['2026-10-25T00:00:00.000Z', '2026-10-27', 'at the first 02:00'],
  ['2026-10-25T01:00:00.000Z', '2026-10-28', 'at the second 02:00'],
])('a campaign ending at %s has its final reading on %s (%s)', (endsAt, day) => {
  expect(finalReadingDay(new Date(endsAt))).toBe(day)
})

test.each([
  ['2026-11-22T12:00:00Z', '2026-11-24T23:00:00.000Z', '2026-11-25T01:00:00.000Z', '2026-11-28T01:00:00.000Z'],
  ['2026-11-22T01:00:00Z', '2026-11-23T23:00:00.000Z', '2026-11-24T01:00:00.000Z', '2026-11-27T01:00:00.000Z'],
  // 72 hours across the change to summer time end at 03:00, so the settlement moves to the next day.
  ['2027-03-23T12:00:00Z', '2027-03-25T23:00:00.000Z', '2027-03-26T01:00:00.000Z', '2027-03-30T00:00:00.000Z'],
  // 72 hours across the change to winter time end at 01:00.
  ['2026-10-20T12:00:00Z', '2026-10-22T22:00:00.000Z', '2026-10-23T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
])('a campaign ending at %s is read at %s and settled at %s, or %s at the latest', (endsAt, reading, settlement, latest) => {
  const end = new Date(endsAt)
  expect([finalReadingAt(end), finalSettlementAt(end), latestSettlementAt(end)].map(iso)).toEqual([reading, settlement, latest])
})

test.each([
  ['2026-11-24T00:59:59Z', false, '2026-11-24T01:00:00.000Z'],
  ['2026-11-24T01:00:00Z', false, '2026-11-24T01:00:00.000Z'],
  ['2026-11-24T02:59:59Z', false, '2026-11-24T01:00:00.000Z'],
  ['2026-11-24T03:00:00Z', true, '2026-11-27T01:00:00.000Z'],
])('at %s, isLate of a settlement planned for 02:00 is %s', (now, isLate, at) => {
  const due = dueSettlement(new Date('2026-11-24T01:00:00Z'), new Date(now))
  expect([due.isLate, iso(due.at)]).toEqual([isLate, at])
})

test('holds earnings for 47 to 74 hours after the end of any campaign', () => {
  for (let at = Date.UTC(2026, 9, 20); at < Date.UTC(2026, 9, 30); at += 900_000) {
    const hours = (finalSettlementAt(new Date(at)).getTime() - at) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(47)
    expect(hours).toBeLessThanOrEqual(74)
  }
})

const checks = (day: string) => ({ isFinal: 'checks' as const, day })

test.each([
  ['before its planned day', [checks('2026-11-24')], '2026-11-24', false],
  ['on its planned day, after all final readings', [checks('2026-11-25'), checks('2026-11-24')], '2026-11-25', true],
  ['while a final reading is missing', [checks('2026-11-25'), { isFinal: 'end' as const, day: '2026-11-22' }], '2026-11-27', false],
  ['while totals are missing', [undefined], '2026-11-27', false],
  ['for a day before that of a final reading', [checks('2026-11-26')], '2026-11-25', false],
  ['72 hours later, without a final reading', [undefined], '2026-11-28', true],
  ['with nothing to read', [], '2026-11-22', true],
])('tells whether a final settlement is due %s', (_, finals, day, isDue) => {
  expect(isFinalSettlementDue(new Date('2026-11-22T12:00:00Z'), finals, day)).toBe(isDue)
})

test('no final settlement is due before the end', () => {
  expect(isFinalSettlementDue(undefined, [checks('2026-11-24')], '2026-11-25')).toBe(false)
})
