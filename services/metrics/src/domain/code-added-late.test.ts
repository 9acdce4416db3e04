import type { NetworkVideo } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAssignment, hour } from '../testing/an-assignment.ts'
import type { Assignment } from './assignment.ts'
import { MAX_REMEMBERED, rememberWithoutCode, wasSeenWithoutCode } from './code-added-late.ts'

const assignment = anAssignment()
const listed = (id: string, caption = '', at = 5): NetworkVideo => ({ id, url: 'https://x.example', caption, publishedAt: hour(at) })
const NONE = new Set<string>()
const TAKEN = new Set(['RF-ABCDE', 'RF-XYZ23'])
const remembered = (all: readonly NetworkVideo[], { known = NONE, from = assignment }: { known?: Set<string>; from?: Assignment } = {}) =>
  rememberWithoutCode(from, all, known, TAKEN).withoutCode

test('remembers videos without the code, and videos in which another code precedes it', () => {
  const all = [
    listed('plain'),
    listed('with', 'boots RF-ABCDE'),
    listed('second', 'RF-XYZ23 RF-ABCDE'),
    listed('first', 'RF-ABCDE RF-XYZ23'),
    listed('word', 'RF lands RF-ABCDE'),
  ]
  expect(remembered(all)).toEqual(['plain', 'second'])
})

test('ignores videos published before the sign-up or after its end', () => {
  expect(remembered([listed('before', '', -1), listed('at', '', 0), listed('last', '', 199), listed('after', '', 200)])).toEqual([
    'at',
    'last',
  ])
})

test('remembers a hidden video, and forgets a video once its code is found', () => {
  const before = rememberWithoutCode(assignment, [listed('a'), listed('b')], NONE, TAKEN)
  expect(rememberWithoutCode(before, [listed('b')], NONE, TAKEN)).toBe(before)
  expect(wasSeenWithoutCode('a', before, NONE)).toBe(true)
  expect(remembered([listed('b')], { from: before, known: new Set(['a']) })).toEqual(['b'])
  expect(rememberWithoutCode(before, [], new Set(['a', 'b']), TAKEN).withoutCode).toBeUndefined()
})

test('returns the same sign-up object if no new video lacks the code', () => {
  expect(rememberWithoutCode(assignment, [listed('with', 'RF-ABCDE')], NONE, TAKEN)).toBe(assignment)
})

test('knows that a video found by another sign-up’s code lacked this sign-up’s code', () => {
  expect(wasSeenWithoutCode('a', assignment, new Set(['a']))).toBe(true)
  expect(wasSeenWithoutCode('b', assignment, new Set(['a']))).toBe(false)
})

test('remembers each video without the code until the code is added, up to the limit', () => {
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
          TAKEN,
        )
        for (const { id, hasCode } of night) if (!hasCode && expected.size < MAX_REMEMBERED) expected.add(`${id}`)
        expect(now.withoutCode ?? []).toEqual([...expected])
      }
    }),
    { numRuns: 50 },
  )
})
