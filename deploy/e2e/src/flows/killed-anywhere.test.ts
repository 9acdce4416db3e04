import { expect, test } from 'vitest'
import { killedAnywhere } from './killed-anywhere.ts'

test('killed at each fifth kind of commit, and started again: the same totals, to the last view and cent', {
  timeout: 300_000,
}, async () => {
  expect((await killedAnywhere(5)).length).toBeGreaterThanOrEqual(8)
})
