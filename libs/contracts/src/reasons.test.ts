import { expect, test } from 'vitest'
import { errorTable } from './errors.ts'
import { exclusionReasons, exclusionTable, ineligibilityReasons, ineligibilityTable, mendTable } from './reasons.ts'

test('reasons of exclusion keep their order: the first that holds is the stated one', () => {
  expect(exclusionReasons).toEqual([
    'code_missing',
    'mention_missing',
    'logo_absent',
    'logo_too_small',
    'logo_not_in_upper_half',
    'link_not_in_bio',
    'account_private',
    'account_age_restricted',
    'video_deleted',
    'not_short_vertical',
    'published_before_sign_up',
    'not_human',
    'removed_by_network',
  ])
})

test('each thing that mends a fault mends at least one', () => {
  const used = new Set<string>(exclusionReasons.map((reason) => exclusionTable[reason].mend))
  expect(Object.keys(mendTable).filter((mend) => !used.has(mend))).toEqual([])
})

const holesOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()

test.each([...ineligibilityReasons.map((reason) => [reason, ineligibilityTable[reason]] as const), ...Object.entries(errorTable)])(
  '%s names the same figures in both languages',
  (_, { en, fr }) => expect(holesOf(fr)).toEqual(holesOf(en)),
)

test('a reason that is refused with a code of its own says the same in both tables', () => {
  for (const reason of ['campaign_ended', 'already_signed_up', 'signup_limit_reached'] as const)
    expect(errorTable[reason]).toMatchObject(ineligibilityTable[reason])
})
