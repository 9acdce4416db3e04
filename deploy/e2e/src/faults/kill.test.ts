/** One process per service, on RabbitMQ. The long version is `kill.soak.ts`. */
import { eventually } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { failingHandlerComesBack } from './dead-letters.ts'
import { evenly, killAny, runLoad } from './load.ts'
import { startSystem } from './start-system.ts'

const system = await startSystem(true)

test('two services are killed during 200 events, and each event takes effect exactly once', { timeout: 120_000 }, async () => {
  const killed: string[] = []
  const meanwhile = evenly(2, () => killed.push(killAny(system)))
  // Each campaign is asked for, and answered by payouts.
  const check = await runLoad(system, { brands: 4, campaignsPerBrand: 25, funded: 15, meanwhile })
  expect(killed).toHaveLength(2)
  await eventually(check, { within: 60_000 })
})

test('an event that fails goes to RabbitMQ’s dead letters, and the command brings it back', { timeout: 120_000 }, () =>
  failingHandlerComesBack(system),
)
