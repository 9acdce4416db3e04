import { expect, test } from 'vitest'
import { killUnderLoad } from './kill.ts'
import { scratchDir } from './scratch.ts'

test('3 kills under load lose nothing that was acknowledged and do nothing twice', { timeout: 120_000 }, async () => {
  const { acknowledged } = await killUnderLoad(scratchDir(), 3, 1)
  expect(acknowledged).toBeGreaterThan(0)
})
