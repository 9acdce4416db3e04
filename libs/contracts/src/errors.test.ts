import { expect, test } from 'vitest'
import { accountErrors } from './account-errors.ts'
import { campaignErrors } from './campaign-errors.ts'
import { errorTable, sentenceOf } from './errors.ts'
import { identityErrors } from './identity-errors.ts'
import { partnershipErrors } from './partnership-errors.ts'
import { payoutErrors } from './payout-errors.ts'
import { requestErrors } from './request-errors.ts'
import { settingErrors } from './setting-errors.ts'

test('defines each error code in exactly one area', () => {
  const areas = [requestErrors, identityErrors, accountErrors, campaignErrors, partnershipErrors, payoutErrors, settingErrors]
  expect(areas.flatMap((area) => Object.keys(area))).toEqual(Object.keys(errorTable))
})

test.each([
  ['500 B', '500\u00a0o'],
  ['512 KB', '512\u00a0Ko'],
  ['40 MB', '40\u00a0Mo'],
])('writes %s with the French unit', (limit, shown) => {
  expect(sentenceOf('too_large', { limit }, 'fr')).toContain(shown)
  expect(sentenceOf('too_large', { limit }, 'en')).toContain(limit)
})
