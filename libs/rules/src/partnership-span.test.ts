import { expect, test } from 'vitest'
import { beginningFaultOf, partnershipSpan } from './partnership-span.ts'

test.each([
  ['on a later day', '2026-11-25', '2026-11-22T12:00:00Z', '2026-11-24T23:00:00Z', '2026-12-01T23:00:00Z'],
  ['one millisecond later', '2026-11-25', '2026-11-24T22:59:59.999Z', '2026-11-24T23:00:00Z', '2026-12-01T23:00:00Z'],
  ['at the moment of acceptance', '2026-11-25', '2026-11-24T23:00:00Z', '2026-11-24T23:00:00Z', '2026-12-01T23:00:00Z'],
  ['earlier than acceptance', '2026-11-22', '2026-11-22T12:00:00Z', '2026-11-22T12:00:00Z', '2026-11-29T12:00:00Z'],
  ['before the clocks change', '2026-10-20', '2026-10-01T12:00:00Z', '2026-10-19T22:00:00Z', '2026-10-26T23:00:00Z'],
])('computes the span of a partnership that begins %s', (_, beginning, accepted, startsAt, endsAt) => {
  expect(partnershipSpan({ beginning, durationDays: 7 }, new Date(accepted))).toEqual({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  })
})

test.each([
  ['', 'beginning_past'],
  ['2026-11-21', 'beginning_past'],
  ['2026-11-22', undefined],
  ['2027-01-21', undefined],
  ['2027-01-22', 'beginning_too_far'],
  ['9999-12-31', 'beginning_too_far'],
])('on 22 November, the first day %j has the fault %s', (beginning, fault) => {
  expect(beginningFaultOf(beginning, '2026-11-22')).toBe(fault)
})
