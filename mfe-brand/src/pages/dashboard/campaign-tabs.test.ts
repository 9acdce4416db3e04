import { expect, test } from 'vitest'
import { tabOf } from './campaign-tabs.ts'

const end = '2026-11-28T12:00:00.000Z'

test.each([
  ['funding', undefined, 'active'],
  ['active', '2026-11-28T12:00:00.001Z', 'active'],
  ['active', end, 'expired'],
  ['completed', end, 'completed'],
  ['failed', undefined, 'expired'],
] as const)('%s with its end at %s stands under %s', (status, endsAt, tab) => {
  expect(tabOf({ status, ...(endsAt && { endsAt }) }, Date.parse(end))).toBe(tab)
})
