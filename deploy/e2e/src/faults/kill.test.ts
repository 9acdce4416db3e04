/** One process per service, connected through RabbitMQ. `kill.soak.ts` is the long version. */
import { eventually } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { replaysDeadLetter } from './dead-letters.ts'
import { evenly, killAny, runLoad } from './load.ts'
import { startSystem } from './start-system.ts'

const system = await startSystem(true)

test('each of 84 events takes effect exactly once while two processes are killed', { timeout: 120_000 }, async () => {
  const killed: string[] = []
  const meanwhile = evenly(2, () => killed.push(killAny(system)))
  // Each of the 42 campaigns causes two events: a request and a response.
  const check = await runLoad(system, { brands: 3, campaignsPerBrand: 14, funded: 8, meanwhile })
  expect(killed).toHaveLength(2)
  await eventually(check, { within: 60_000 })
})

test('moves a failing event to the dead letters in RabbitMQ, and replays it when an operator asks', { timeout: 120_000 }, () =>
  replaysDeadLetter(system),
)
