import { expect, test } from 'vitest'
import { accountErrors } from './account-errors.ts'
import { campaignErrors } from './campaign-errors.ts'
import { errorTable } from './errors.ts'
import { identityErrors } from './identity-errors.ts'
import { payoutErrors } from './payout-errors.ts'
import { requestErrors } from './request-errors.ts'
import { settingErrors } from './setting-errors.ts'

test('defines each error code in exactly one area', () => {
  const areas = [requestErrors, identityErrors, accountErrors, campaignErrors, payoutErrors, settingErrors]
  expect(areas.flatMap((area) => Object.keys(area))).toEqual(Object.keys(errorTable))
})
