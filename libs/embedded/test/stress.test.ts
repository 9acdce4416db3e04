import { expect, test } from 'vitest'
import { scratchDir } from './scratch.ts'
import { activities, stressServer } from './stress.ts'

test('8 clients in each other’s way for 4 seconds break no invariant', { timeout: 60_000 }, async () => {
  const done = await stressServer(scratchDir(), 4000, 1)
  expect(done).toMatchObject(Object.fromEntries(Object.keys(activities).map((name) => [name, expect.any(Number)])))
})
