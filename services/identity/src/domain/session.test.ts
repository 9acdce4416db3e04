import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ABSOLUTE_DAYS, IDLE_DAYS, isAlive, noteUse, startSession } from './session.ts'

const DAY = 86_400_000
const start = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const session = startSession('user', { id: 'session', secretHash: 'hash', at: start })

test.each([
  ['at its start', 0, true],
  ['one ms before 14 days without use', IDLE_DAYS * DAY - 1, true],
  ['after 14 days without use', IDLE_DAYS * DAY, false],
])('%s', (_, ms, alive) => expect(isAlive(session, later(ms))).toBe(alive))

test('use within the hour is not noted again, later use is', () => {
  expect(noteUse(session, later(3_599_999))).toBeUndefined()
  expect(noteUse(session, later(3_600_000))?.endsAt).toEqual(later(3_600_000 + IDLE_DAYS * DAY))
})

test('however it is used, a session never outlives 30 days nor 14 idle ones', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 * DAY }), { maxLength: 60 }), (pauses) => {
      let used = session
      let at = 0
      for (const pause of pauses) {
        at += pause
        if (!isAlive(used, later(at))) break
        used = noteUse(used, later(at)) ?? used
      }
      expect(isAlive(used, later(ABSOLUTE_DAYS * DAY))).toBe(false)
      expect(isAlive(used, new Date(used.usedAt.getTime() + IDLE_DAYS * DAY))).toBe(false)
    }),
  )
})
