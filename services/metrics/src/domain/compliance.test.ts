import { addDays, instantOf } from '@reelfair/rules'
import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { anAssignment } from '../testing/an-assignment.ts'
import { rememberCompliance } from './compliance.ts'

const DAY = '2026-11-22'
const partnership = anAssignment({ subject: 'partnership', link: 'https://a.example' })
const account = { isPublic: true, ageRestricted: false, paidLabelConsent: false, bio: 'https://a.example', bioLinks: [] }
const fine = { linkOk: true, isPublic: true, ageRestricted: false }
const unknown = { linkOk: null, isPublic: null, ageRestricted: null }
const at = (time: string, day = DAY) => instantOf(day, time)

test('keeps a line per business day in Paris, replaced by later readings of that day', () => {
  const first = rememberCompliance(partnership, account, at('00:00'))
  const second = rememberCompliance(first, { ...account, bio: '' }, at('23:59'))
  const third = rememberCompliance(second, account, at('00:00', '2026-11-23'))
  expect(third.compliance).toEqual([
    { day: DAY, ...fine, linkOk: false, at: at('23:59') },
    { day: '2026-11-23', ...fine, at: at('00:00', '2026-11-23') },
  ])
})

test('an unknown account never replaces a known one, but the reverse', () => {
  const gone = rememberCompliance(partnership, undefined, at('00:00'))
  expect(gone.compliance).toEqual([{ day: DAY, ...unknown, at: at('00:00') }])
  const back = rememberCompliance(gone, account, at('01:00'))
  expect(back.compliance).toEqual([{ day: DAY, ...fine, at: at('01:00') }])
  expect(rememberCompliance(back, undefined, at('02:00'))).toBe(back)
})

test('changes no sign-up', () => {
  const signUp = anAssignment()
  expect(rememberCompliance(signUp, account, at('00:00'))).toBe(signUp)
})

test('keeps 62 days', () => {
  const days = times(70, (index) => addDays(DAY, index))
  const after = days.reduce((one, day) => rememberCompliance(one, account, at('00:00', day)), partnership)
  expect(after.compliance?.map(({ day }) => day)).toEqual(days.slice(-62))
})
