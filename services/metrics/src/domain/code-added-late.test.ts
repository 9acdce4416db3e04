import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Assignment, NO_TOTALS } from './assignment.ts'
import { MOST_REMEMBERED, rememberWithoutCode, wasSeenWithoutCode } from './code-added-late.ts'
import type { Listed } from './video.ts'

const hour = (count: number) => new Date(Date.UTC(2026, 10, 22, count))
const assignment: Assignment = {
  id: 's',
  campaignId: 'c',
  brandId: 'b',
  creatorId: 'k',
  network: 'tiktok',
  accountKey: 'tiktok:x',
  code: 'RF-ABCDE',
  link: 'https://a.example',
  signedUpAt: hour(0),
  endsAt: hour(200),
  windowDays: 14,
  isOpen: true,
  final: false,
  revision: 0,
  totals: NO_TOTALS,
  days: [],
}
const listed = (id: string, caption = '', at = 5): Listed => ({ id, url: 'https://x.example', caption, publishedAt: hour(at) })
const NONE = new Set<string>()
const remembered = (all: readonly Listed[], { known = NONE, from = assignment }: { known?: Set<string>; from?: Assignment } = {}) =>
  rememberWithoutCode(from, all, known).withoutCode

test('videos without the code are remembered, also those that have another code before it; those with it are not', () => {
  const all = [
    listed('plain'),
    listed('with', 'boots RF-ABCDE'),
    listed('second', 'RF-XYZ23 RF-ABCDE'),
    listed('first', 'RF-ABCDE RF-XYZ23'),
  ]
  expect(remembered(all)).toEqual(['plain', 'second'])
})

test('what was published before the sign-up, or after its end, is none of it', () => {
  expect(remembered([listed('before', '', -1), listed('at', '', 0), listed('last', '', 199), listed('after', '', 200)])).toEqual([
    'at',
    'last',
  ])
})

test('one that is hidden for a night stays remembered; one that is found is not kept any longer', () => {
  const before = rememberWithoutCode(assignment, [listed('a'), listed('b')], NONE)
  expect(rememberWithoutCode(before, [listed('b')], NONE)).toBe(before)
  expect(wasSeenWithoutCode('a', before, NONE)).toBe(true)
  expect(remembered([listed('b')], { from: before, known: new Set(['a']) })).toEqual(['b'])
  expect(rememberWithoutCode(before, [], new Set(['a', 'b'])).withoutCode).toBeUndefined()
})

test('where there is nothing to remember nothing is changed', () => {
  expect(rememberWithoutCode(assignment, [listed('with', 'RF-ABCDE')], NONE)).toBe(assignment)
})

test('a video of another sign-up was seen without this one’s code', () => {
  expect(wasSeenWithoutCode('a', assignment, new Set(['a']))).toBe(true)
  expect(wasSeenWithoutCode('b', assignment, new Set(['a']))).toBe(false)
})

test('whatever is listed in whichever order, what was seen without the code is remembered until it is found, and never more than so many', () => {
  const nights = fc.array(fc.array(fc.record({ id: fc.nat(700), hasCode: fc.boolean() }), { maxLength: 400 }), { maxLength: 4 })
  fc.assert(
    fc.property(nights, (all) => {
      let now = assignment
      const expected = new Set<string>()
      for (const night of all) {
        now = rememberWithoutCode(
          now,
          night.map(({ id, hasCode }) => listed(`${id}`, hasCode ? 'RF-ABCDE' : '')),
          NONE,
        )
        for (const { id, hasCode } of night) if (!hasCode && expected.size < MOST_REMEMBERED) expected.add(`${id}`)
        expect(now.withoutCode ?? []).toEqual([...expected])
      }
    }),
    { numRuns: 50 },
  )
})
