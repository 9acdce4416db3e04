import { expect, test } from 'vitest'
import { scratchDir } from './scratch.ts'
import { activities, stressServer } from './stress.ts'

test('preserves all invariants while 8 clients make conflicting writes for 15 seconds', async () => {
  const seed = Date.now() % 1e6
  const done = await stressServer(scratchDir(), 15_000, seed)
  console.log(`seed ${seed}`, done)
  expect(done).toMatchObject(Object.fromEntries(Object.keys(activities).map((name) => [name, expect.any(Number)])))
})
