import { expect, test } from 'vitest'
import { scratchDir } from './scratch.ts'
import { activities, stressServer } from './stress.ts'

test('8 clients in each other’s way for 15 seconds break no invariant', async () => {
  const seed = Date.now() % 1e6
  const done = await stressServer(scratchDir(), 15_000, seed)
  console.log(`seed ${seed}`, done)
  expect(done).toMatchObject(Object.fromEntries(Object.keys(activities).map((name) => [name, expect.any(Number)])))
})
