import { expect, test } from 'vitest'
import { killUnderLoad } from './kill.ts'
import { scratchDir } from './scratch.ts'

test('applies each acknowledged write exactly once despite 20 kills under load', async () => {
  const seed = Date.now() % 1e6
  const figures = await killUnderLoad(scratchDir(), 20, seed)
  console.log(`seed ${seed}`, figures)
  expect(figures.acknowledged).toBeGreaterThan(0)
})
