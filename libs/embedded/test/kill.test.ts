import { expect, test } from 'vitest'
import { killUnderLoad } from './kill.ts'
import { scratchDir } from './scratch.ts'

test('applies each acknowledged write exactly once despite 3 kills under load', { timeout: 120_000 }, async () => {
  const { acknowledged } = await killUnderLoad(scratchDir(), 3, 1)
  expect(acknowledged).toBeGreaterThan(0)
})
