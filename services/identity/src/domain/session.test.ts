import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ABSOLUTE_DAYS, IDLE_DAYS, isActive, recordUse, startSession } from './session.ts'

const DAY = 86_400_000
const start = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const session = startSession(
  { id: 'session', userId: 'user', secretHash: 'hash', deviceId: 'device', browser: {}, cause: 'sign-in-password', isNewDevice: false },
  start,
)

test.each([
  ['is active at its start', 0, true],
  ['is active one ms before 14 days without use', IDLE_DAYS * DAY - 1, true],
  ['has ended after 14 days without use', IDLE_DAYS * DAY, false],
])('a session %s', (_, ms, alive) => expect(isActive(session, later(ms))).toBe(alive))

test('records the use of a session at most once an hour', () => {
  expect(recordUse(session, later(3_599_999))).toBeUndefined()
  expect(recordUse(session, later(3_600_000))?.endsAt).toEqual(later(3_600_000 + IDLE_DAYS * DAY))
})

test('ends a session after 30 days, or after 14 days without use', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 * DAY }), { maxLength: 60 }), (pauses) => {
      let used = session
      let at = 0
      for (const pause of pauses) {
        at += pause
        if (!isActive(used, later(at))) break
        used = recordUse(used, later(at)) ?? used
      }
      expect(isActive(used, later(ABSOLUTE_DAYS * DAY))).toBe(false)
      expect(isActive(used, new Date(used.usedAt.getTime() + IDLE_DAYS * DAY))).toBe(false)
    }),
  )
})
