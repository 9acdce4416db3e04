import { expect, test } from 'vitest'
import { killedAnywhere } from './killed-anywhere.ts'

test('killed at about one in twenty kinds of commit, at least one of each service, and started again: the same totals, to the last view and cent', {
  timeout: 300_000,
}, async () => {
  const deaths = await killedAnywhere(20)
  expect(deaths.length).toBeGreaterThanOrEqual(3)
  expect(new Set(deaths.map((death) => /\w+(?=:)/.exec(death)?.[0]))).toEqual(new Set(['campaigns', 'metrics', 'payouts']))
})
