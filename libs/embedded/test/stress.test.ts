import { expect, test } from 'vitest'
import { scratchDir } from './scratch.ts'
import { activities, stressServer } from './stress.ts'

test('preserves all invariants while 8 clients make conflicting writes for 4 seconds', { timeout: 60_000 }, async () => {
  const done = await stressServer(scratchDir(), 4000, 1)
  expect(done).toMatchObject(Object.fromEntries(Object.keys(activities).map((name) => [name, expect.any(Number)])))
})
