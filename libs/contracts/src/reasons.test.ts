import { expect, test } from 'vitest'
import { errorTable } from './errors.ts'
import { exclusionReasons, exclusionTable, fixTable, ineligibilityReasons, ineligibilityTable } from './reasons.ts'

test('keeps the order of exclusion reasons, because screens show the first that applies', () => {
  expect(exclusionReasons).toEqual([
    'code_missing',
    'mention_missing',
    'logo_absent',
    'logo_too_small',
    'logo_not_in_upper_half',
    'link_not_in_bio',
    'account_private',
    'account_age_restricted',
    'account_disconnected',
    'video_deleted',
    'not_short_vertical',
    'published_before_sign_up',
    'not_human',
    'removed_by_network',
  ])
})

test('uses every fix for at least one exclusion reason', () => {
  const used = new Set<string>(exclusionReasons.map((reason) => exclusionTable[reason].fix))
  expect(Object.keys(fixTable).filter((fix) => !used.has(fix))).toEqual([])
})

const holesOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()

test.each([...ineligibilityReasons.map((reason) => [reason, ineligibilityTable[reason]] as const), ...Object.entries(errorTable)])(
  'uses the same placeholders in both languages for %s',
  (_, { en, fr }) => expect(holesOf(fr)).toEqual(holesOf(en)),
)

test('uses the same text for an ineligibility reason and its error code', () => {
  for (const reason of ['campaign_ended', 'already_signed_up', 'signup_limit_reached'] as const)
    expect(errorTable[reason]).toMatchObject(ineligibilityTable[reason])
})
