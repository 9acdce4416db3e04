/** The distributed system under a thousand campaigns, while its parts are killed. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Local } from '@reelfair/local'
import { eventually } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { evenly, killAny, runLoad } from './load.ts'
import { startSystem } from './start-system.ts'

const system = await startSystem(true)

const LOAD = { brands: 10, campaignsPerBrand: 100, funded: 70 } as const
const WITHIN = { within: 180_000 } as const

async function away(engine: Local['database'] | undefined, ms: number): Promise<void> {
  if (!engine?.kill || !engine.restart) throw new Error('this engine is not ours to kill: unset MONGODB_URI and AMQP_URL')
  await engine.kill()
  await pause(ms)
  await engine.restart()
}

test('ten services are killed, whichever and whenever', async () => {
  const killed: string[] = []
  const check = await runLoad(system, { ...LOAD, meanwhile: evenly(10, () => killed.push(killAny(system))) })
  expect(killed).toHaveLength(10)
  await eventually(check, WITHIN)
})

test.for([
  ['RabbitMQ is away for 20 s', () => away(system.local.broker, 20_000)],
  ['the database is away for 10 s', () => away(system.local.database, 10_000)],
] as const)('%s', async ([, fault]) => {
  let broken: Promise<void> | undefined
  const meanwhile = evenly(1, () => {
    broken = fault()
  })
  const check = await runLoad(system, { ...LOAD, meanwhile })
  expect(broken).toBeDefined()
  await broken
  await eventually(check, WITHIN)
})
