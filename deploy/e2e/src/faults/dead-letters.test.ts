import { test } from 'vitest'
import { replaysDeadLetter } from './dead-letters.ts'
import { startSystem } from './start-system.ts'

const system = await startSystem(false)

test('moves a failing event on the in-process bus to the dead letters, and replays it from another process', { timeout: 120_000 }, () =>
  replaysDeadLetter(system),
)
