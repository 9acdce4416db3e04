import { test } from 'vitest'
import { failingHandlerComesBack } from './dead-letters.ts'
import { startSystem } from './start-system.ts'

const system = await startSystem(false)

test(
  'on the in-process bus an event that fails goes to the dead letters, and the command of another process brings it back',
  {
    timeout: 120_000,
  },
  () => failingHandlerComesBack(system),
)
